"""Excuse a missed turn, or let an excused one count again."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.db.models import Q
from django.utils.translation import gettext as _

from games.clock.core import ledger
from games.clock.models import ClockChange, Miss
from games.common import event_types
from games.common.actors import CLOCK
from games.common.errors import Refused
from games.log.models import Event
from games.people.models import Person
from games.play.transaction import LockedGame, game_transaction
from games.tables.models import Game, Seat

# A seat's row of misses ends with its own move, and with another player.
ROW_ENDS: Final = (event_types.SEAT_KEPT, event_types.SEAT_REPLACED)


def counts_in_current_row(miss: Miss, seat: Seat) -> bool:
    """Whether a miss belongs to the present row of misses of its seat."""
    if miss.person_id != seat.person_id:
        return False
    own = Q(action__seat=miss.seat) & ~Q(actor=CLOCK)
    ended = Q(type__in=ROW_ENDS, data__seat=miss.seat)
    since = Event.objects.filter(game=miss.game_id, seq__gt=miss.decision)
    return not since.filter(own | ended).exists()


def excuse_miss(
    *,
    game: Game,
    seat: int,
    decision: int,
    actor: str,
    by: Person | None = None,
    reason: str = "",
    now: datetime,
) -> Miss:
    """Record that a turn which the clock played does not count against its player.

    The miss stays in the log and as a row; the game does not change. ``decision`` is the number of
    the decision that ran out of time.

    :raises Refused: if there is no such miss, or it is excused already.
    """
    with game_transaction(game=game, now=now) as locked:
        miss = _miss(locked, seat, decision)
        if miss.excused_at is not None:
            raise Refused(_("This missed turn has already been excused."))
        miss.excused_at, miss.excused_by, miss.reason = now, by, reason[:200]
        _change(locked, miss, -1, event_types.MISS_EXCUSED, ClockChange.EXCUSED, actor)
        return miss


def count_miss(*, game: Game, seat: int, decision: int, actor: str, now: datetime) -> Miss:
    """Undo :func:`excuse_miss`: count an excused turn again.

    :raises Refused: if the game does not run, there is no such miss, or it is not excused.
    """
    with game_transaction(game=game, now=now) as locked:
        miss = _miss(locked, seat, decision)
        if miss.excused_at is None:
            raise Refused(_("This missed turn already counts."))
        miss.excused_at, miss.excused_by, miss.reason = None, None, ""
        _change(locked, miss, 1, event_types.MISS_COUNTED, ClockChange.COUNTED, actor)
        return miss


def _miss(locked: LockedGame, seat: int, decision: int) -> Miss:
    miss = Miss.objects.filter(game=locked.game, seat=seat, decision=decision).first()
    if miss is None:
        raise Refused(_("The clock made no move for this seat then."))
    return miss


def _change(
    locked: LockedGame, miss: Miss, by: int, event_type: str, what: ClockChange, actor: str
) -> None:
    """Store a miss that counts differently now, and adjust the row of misses of its seat."""
    miss.save(update_fields=["excused_at", "excused_by", "reason"])
    row = locked.seat(miss.seat)
    if row.missed + by >= 0 and counts_in_current_row(miss, row):
        row.missed += by
        row.save(update_fields=["missed"])
    locked.append_table_event(event_type, {"seat": miss.seat, "decision": miss.decision}, actor)
    ledger.add_entry(
        game=locked.game,
        seat=row,
        what=what,
        before=ledger.clock_state(row),
        now=locked.now,
        note=miss.reason,
    )
