"""Turns waiting notices into mails, and sends the mails that are stored.

Both halves may be killed at any line. A notice waits until a mail that tells it is stored; a mail
waits until the server has taken it; what was not marked is done again, with the same bytes.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from games.notices.composing import compose_waiting
from games.notices.delivery import deliver_waiting


@dataclass(frozen=True, slots=True)
class Sent:
    """What one run did: mails written, mails that the server took, mails that it did not."""

    written: int
    sent: int
    unsent: int


def send_waiting(*, now: datetime, limit: int = 100) -> Sent:
    """Writes and sends what is due, at most ``limit`` mails of each."""
    written = compose_waiting(now=now, limit=limit)
    delivered = deliver_waiting(now=now, limit=limit)
    return Sent(written=written, sent=delivered.sent, unsent=delivered.unsent)
