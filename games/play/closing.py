"""Ending a game from outside the rules: nobody has anything to decide any more."""

from __future__ import annotations

from datetime import timedelta

from games.play.door import Table
from games.tables.models import Game, GameStatus, Seat


def close(table: Table, status: GameStatus) -> None:
    """Ends the game at a table. Call it inside the door, after the event that says so."""
    table.game.status = status
    table.game.ended_at = table.now


def dismiss(game: Game) -> None:
    """Lets the rows of a game that was closed ask nobody. Call it after the door.

    In its log decisions stay open for ever.
    """
    Game.objects.filter(pk=game.pk).update(paused_at=None, resume_at=None)
    Seat.objects.filter(game=game).update(
        decision=None,
        kind="",
        opened_at=None,
        due_at=None,
        bank_from=None,
        extra=timedelta(),
        remind_at=None,
        open_since=None,
        order_delay=None,
        order_due_at=None,
        held_until=None,
    )
