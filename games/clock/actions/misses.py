"""Excuse a missed turn, or let an excused one count again."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.db.models import Q
from django.utils.translation import gettext as _

from games.clock.core import ledger
from games.clock.models import ClockChange, Miss
from games.common.errors import Refused
from games.log.models import Event
from games.people.models import Person
from games.play.projections import CLOCK
from games.play.transaction import game_transaction
from games.tables.models import Game, Seat

# Coming back ends a row, and so does another player.
ROW_ENDS: Final = ("table.seat_kept", "table.seat_replaced")


def counts_in_current_row(miss: Miss, seat: Seat) -> bool:
    """Whether a miss belongs to the row of misses in which its seat is now."""
    if miss.person_id != seat.person_id:
        return False
    own = Q(action__seat=miss.seat) & ~Q(actor=CLOCK)
    ended = Q(type__in=ROW_ENDS, data__seat=miss.seat)
    since = Event.objects.filter(game=miss.game_id, seq__gt=miss.decision)
    return not since.filter(own | ended).exists()


EXCUSED = "table.miss_excused"


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
    """Note that a turn which the clock played does not speak against who missed it.

    The miss stays where it is, in the log and as a row; nothing of the game changes. ``decision``
    is the number of the decision that ran out of time.

    :raises Refused: if there is no such miss, or it is excused already.
    """
    with game_transaction(game=game, now=now) as table:
        miss = Miss.objects.filter(game=table.game, seat=seat, decision=decision).first()
        if miss is None:
            raise Refused(_("The clock did not move for this seat then."))
        if miss.excused_at is not None:
            raise Refused(_("This missed turn is excused already."))
        miss.excused_at, miss.excused_by, miss.reason = now, by, reason[:200]
        miss.save(update_fields=["excused_at", "excused_by", "reason"])
        row = table.seat(seat)
        # Of those in a row, one fewer, if it is one of them.
        if row.missed and counts_in_current_row(miss, row):
            row.missed -= 1
            row.save(update_fields=["missed"])
        table.note(EXCUSED, {"seat": seat, "decision": decision}, actor)
        ledger.add_entry(
            game=table.game,
            seat=row,
            what=ClockChange.EXCUSED,
            before=ledger.clock_state(row),
            now=now,
            note=reason[:200],
        )
        return miss


COUNTED = "table.miss_counted"


def count_miss(
    *, game: Game, seat: int, decision: int, actor: str, reason: str = "", now: datetime
) -> Miss:
    """Take back that a missed turn was excused; see :func:`games.clock.actions.misses.excuse_miss`.

    :raises Refused: if the game does not run, there is no such miss, or it is not excused.
    """
    with game_transaction(game=game, now=now) as table:
        miss = Miss.objects.filter(game=table.game, seat=seat, decision=decision).first()
        if miss is None:
            raise Refused(_("The clock did not move for this seat then."))
        if miss.excused_at is None:
            raise Refused(_("This missed turn counts already."))
        miss.excused_at, miss.excused_by, miss.reason = None, None, ""
        miss.save(update_fields=["excused_at", "excused_by", "reason"])
        row = table.seat(seat)
        if counts_in_current_row(miss, row):
            row.missed += 1
            row.save(update_fields=["missed"])
        table.note(COUNTED, {"seat": seat, "decision": decision}, actor)
        ledger.add_entry(
            game=table.game,
            seat=row,
            what=ClockChange.COUNTED,
            before=ledger.clock_state(row),
            now=now,
            note=reason[:200],
        )
        return miss
