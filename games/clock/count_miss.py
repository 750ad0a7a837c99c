"""Letting an excused miss count again."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _

from games.clock import ledger
from games.clock.in_a_row import in_a_row
from games.clock.models import ClockChange, Miss
from games.errors import Refused
from games.play.door import door
from games.tables.models import Game

COUNTED = "table.miss_counted"


def count_miss(
    *, game: Game, seat: int, decision: int, actor: str, reason: str = "", now: datetime
) -> Miss:
    """Takes back that a missed turn was excused; see :func:`games.clock.excuse.excuse_miss`.

    :raises Refused: if the game does not run, there is no such miss, or it is not excused.
    """
    with door(game=game, now=now) as table:
        miss = Miss.objects.filter(game=table.game, seat=seat, decision=decision).first()
        if miss is None:
            raise Refused(_("The clock did not move for this seat then."))
        if miss.excused_at is None:
            raise Refused(_("This missed turn counts already."))
        miss.excused_at, miss.excused_by, miss.reason = None, None, ""
        miss.save(update_fields=["excused_at", "excused_by", "reason"])
        row = table.seat(seat)
        if in_a_row(miss, row):
            row.missed += 1
            row.save(update_fields=["missed"])
        table.note(COUNTED, {"seat": seat, "decision": decision}, actor)
        ledger.add(
            game=table.game,
            seat=row,
            what=ClockChange.COUNTED,
            before=ledger.was(row),
            now=now,
            note=reason[:200],
        )
        return miss
