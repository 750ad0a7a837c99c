"""Excusing a turn that ran out of time."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _

from games.clock import ledger
from games.clock.in_a_row import in_a_row
from games.clock.models import ClockChange, Miss
from games.errors import Refused
from games.people.models import Person
from games.play.door import door
from games.tables.models import Game

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
    """Notes that a turn which the clock played does not speak against who missed it.

    The miss stays where it is, in the log and as a row; nothing of the game changes. ``decision``
    is the number of the decision that ran out of time.

    :raises Refused: if there is no such miss, or it is excused already.
    """
    with door(game=game, now=now) as table:
        miss = Miss.objects.filter(game=table.game, seat=seat, decision=decision).first()
        if miss is None:
            raise Refused(_("The clock did not move for this seat then."))
        if miss.excused_at is not None:
            raise Refused(_("This missed turn is excused already."))
        miss.excused_at, miss.excused_by, miss.reason = now, by, reason[:200]
        miss.save(update_fields=["excused_at", "excused_by", "reason"])
        row = table.seat(seat)
        # Of those in a row, one fewer, if it is one of them.
        if row.missed and in_a_row(miss, row):
            row.missed -= 1
            row.save(update_fields=["missed"])
        table.note(EXCUSED, {"seat": seat, "decision": decision}, actor)
        ledger.add(
            game=table.game,
            seat=row,
            what=ClockChange.EXCUSED,
            before=ledger.was(row),
            now=now,
            note=reason[:200],
        )
        return miss
