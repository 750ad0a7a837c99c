"""What lapses when a game is taken back: what seats had settled about decisions that are gone.

Rooms that keep more of it than the columns of the seat register here how it ends, and tell its
owner: nobody else may learn that there was something.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from games.notifications import outbox
from games.notifications.models import NoticeKind
from games.play.models import HeldMove
from games.tables.models import Seat

Lapse = Callable[[Seat, datetime], None]

_others: list[Lapse] = []


def register(lapse: Lapse) -> None:
    """Make ``lapse`` be called with each seat as it was, in the transaction of the take-back."""
    _others.append(lapse)


def lapse(*, seat: Seat, now: datetime) -> None:
    """End what a seat waits for, in rows beside its own. Call it before the seat follows."""
    _lapse_held(seat, now)
    for other in _others:
        other(seat, now)


def _lapse_held(seat: Seat, now: datetime) -> None:
    if seat.held_until is None or seat.decision is None:
        return
    held = HeldMove.objects.select_related("person").filter(
        seat=seat, person=seat.person_id, decision=seat.decision, failed_at=None
    )
    for move in held:
        outbox.notify(
            person=move.person,
            kind=NoticeKind.ORDER,
            game=seat.game,
            data={"held": move.decision, "back": now.isoformat()},
            now=now,
        )
        move.delete()
