"""Limits on messages that arrive, and on how long the delivery log and reply addresses are kept.

The addresses that only programs use, for complaints, for mail that came back and for programs that
unsubscribe, are counted before a word of the message is read.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from games.inbound.models import InboundMail, InboundOutcome
from games.notifications.models import ReplyAddress

HOUR: Final = timedelta(hours=1)
PER_ADDRESS: Final = 20
PER_SENDER: Final = 120
PER_MAIL: Final = 5
"""Reports about one mail: of a delay, of another one, and of the end."""
COMPLAINTS: Final = 120
UNSUBSCRIBES: Final = 600
TO_OPERATORS: Final = 60
"""Messages to the addresses of the operators, all of them together."""


def is_exceeded(*, address: ReplyAddress, now: datetime) -> bool:
    """Whether as many messages came within the hour as one address, or one person, may send.

    Of a person those count that the person has sent: anybody can write another sender's name on a
    message, and would silence that other one.
    """
    recent = InboundMail.objects.filter(at__gt=now - HOUR, at__lte=now)
    if recent.filter(address=address).count() >= PER_ADDRESS:
        return True
    return recent.filter(person=address.person).count() >= PER_SENDER


def is_full(*, door: str, most: int, now: datetime) -> bool:
    """Whether as many messages as are read within the hour came to one address for programs.

    Those that were not read do not count: a flood slows an address down and does not close it.
    """
    recent = InboundMail.objects.filter(door=door, at__gt=now - HOUR, at__lte=now)
    return recent.exclude(outcome=InboundOutcome.LIMITED).count() >= most
