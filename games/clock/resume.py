"""Letting a paused game go on."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _

from games.clock.models import ClockChange, Pause
from games.clock.recount import recount
from games.errors import Refused
from games.log.stamps import stamp
from games.play.door import door
from games.tables.models import Game

RESUMED = "table.resumed"


def resume_game(*, game: Game, actor: str, reason: str = "", now: datetime) -> None:
    """Ends the pause of a game: everybody has the time left that they had when it began.

    :raises Refused: if the game does not run or is not paused.
    """
    with door(game=game, now=now) as table:
        if table.game.paused_at is None:
            raise Refused(_("This game is not paused."))
        Pause.objects.filter(game=table.game, until=None).update(until=now)
        table.game.paused_at = table.game.resume_at = None
        table.game.save(update_fields=["paused_at", "resume_at"])
        moved = recount(
            game=table.game, seats=table.seats, what=ClockChange.RESUMED, now=now, note=reason[:200]
        )
        due = {str(seat.number): stamp(seat.due_at) for seat in moved if seat.due_at}
        table.note(RESUMED, {"due": due}, actor)
