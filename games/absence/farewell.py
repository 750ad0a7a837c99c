"""What dies with a hand-over: everything by which the predecessor could act or be told of a hand.

Rooms that keep something of a person in a seat register here how it is forgotten, so that nobody
has to know them all.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from games.notifications.models import Mail, MailStatus, Notice, NoticeStatus, ReplyAddress
from games.tables.models import Seat

Forget = Callable[[Seat, datetime], None]

_others: list[Forget] = []


def register(forget: Forget) -> None:
    """Make ``forget`` be called with the seat as it was, in the transaction of each hand-over."""
    _others.append(forget)


def forget(*, seat: Seat, now: datetime) -> None:
    """End all that the person in a seat has of it. Call it with the row of the game locked.

    Signed links need nothing here: they are good for a person only while the person has the seat.
    """
    if seat.person_id is not None:
        ReplyAddress.objects.filter(person=seat.person_id, seat=seat).delete()
        mine = {"person": seat.person_id, "game": seat.game_id}
        # Answers and turn mails tell the hand, and nobody asks them again whether they still hold.
        waiting = Mail.objects.filter(**mine, status=MailStatus.PENDING)
        waiting.update(status=MailStatus.DROPPED, next_attempt_at=None, source=b"")
        notices = Notice.objects.filter(**mine, status=NoticeStatus.PENDING)
        notices.update(status=NoticeStatus.DROPPED)
    for other in _others:
        other(seat, now)
