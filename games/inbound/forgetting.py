"""Lets go of what is too old to be of use."""

from __future__ import annotations

from datetime import datetime, timedelta

from games.inbound.models import InboundMail
from games.notices.models import ReplyAddress

LOG = timedelta(days=90)
# Longer than anybody waits with an answer; until then an answer to an old mail is answered.
ADDRESSES = timedelta(days=365)


def forget_old(*, now: datetime) -> int:
    """Deletes old lines of the delivery log, and addresses that were given out long ago.

    Gets how many rows that were.
    """
    lines, _ = InboundMail.objects.filter(at__lt=now - LOG).delete()
    addresses, _ = ReplyAddress.objects.filter(created_at__lt=now - ADDRESSES).delete()
    return lines + addresses
