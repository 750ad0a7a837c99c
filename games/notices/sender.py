"""Turns waiting notices into mails when their readers wish, and sends the mails that are stored.

Both halves may be killed at any line. A notice waits until a mail that tells it is stored; a mail
waits until the server has taken it; what was not marked is done again, with the same bytes.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from games.notices.composing import compose_waiting
from games.notices.delivery import deliver_waiting
from games.notices.digest import compose_digests
from games.notices.planning import keep_back
from games.notices.warning import warn_before_quiet_hours


@dataclass(frozen=True, slots=True)
class Sent:
    """What one run did: mails written, mails that the server took, mails that it did not."""

    written: int
    sent: int
    unsent: int


def send_waiting(*, now: datetime, limit: int = 100) -> Sent:
    """Writes and sends what is due, at most ``limit`` mails of each."""
    warn_before_quiet_hours(now=now)
    keep_back(now=now)
    written = compose_waiting(now=now, limit=limit) + compose_digests(now=now)
    delivered = deliver_waiting(now=now, limit=limit)
    return Sent(written=written, sent=delivered.sent, unsent=delivered.unsent)
