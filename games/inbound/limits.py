"""How many messages are taken in: enough for anybody who plays, too few for a loop."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from games.inbound.models import InboundMail
from games.notices.models import ReplyAddress

HOUR: Final = timedelta(hours=1)
PER_ADDRESS: Final = 20
PER_SENDER: Final = 120


def exceeded(*, address: ReplyAddress, now: datetime) -> bool:
    """Whether as many messages came within the hour as one address, or one person, may send.

    Of a person those count that the person has sent: anybody can write another sender's name on a
    message, and would silence that other one.
    """
    recent = InboundMail.objects.filter(at__gt=now - HOUR, at__lte=now)
    if recent.filter(address=address).count() >= PER_ADDRESS:
        return True
    return recent.filter(person=address.person).count() >= PER_SENDER
