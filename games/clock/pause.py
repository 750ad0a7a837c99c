"""Pausing a game."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _

from games.clock.models import ClockChange, Pause
from games.clock.recount import recount
from games.errors import Refused
from games.log.stamps import stamp
from games.play.door import door
from games.tables.models import Game

PAUSED = "table.paused"


def pause_game(
    *, game: Game, actor: str, reason: str = "", resume_at: datetime | None = None, now: datetime
) -> None:
    """Takes all deadlines off a running game; at ``resume_at`` it goes on by itself.

    Moves can still be made. ``actor`` is a role such as "director" or "vote"; the ``reason`` is
    kept in the ledger, not in the log.

    :raises Refused: if the game does not run, is paused already, or would resume in the past.
    """
    with door(game=game, now=now) as table:
        if table.game.paused_at is not None:
            raise Refused(_("This game is paused already."))
        if resume_at is not None and resume_at <= now:
            raise Refused(_("The pause would end before it begins. Choose a later time."))
        table.game.paused_at, table.game.resume_at = now, resume_at
        table.game.save(update_fields=["paused_at", "resume_at"])
        Pause.objects.create(game=table.game, since=now)
        table.note(PAUSED, {"until": stamp(resume_at) if resume_at else None}, actor)
        recount(
            game=table.game, seats=table.seats, what=ClockChange.PAUSED, now=now, note=reason[:200]
        )
