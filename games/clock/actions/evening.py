"""Begin and end evenings."""

from __future__ import annotations

from datetime import datetime

from games.clock.core.evenings import evening_obstacle, half_time
from games.common import event_types
from games.common.actors import CLOCK
from games.play.transaction import game_transaction
from games.tables.models import Game

WAITING = ("held_until", "plan_due_at")


def adjust_evening(*, game: Game, now: datetime) -> bool:
    """Begin or end the evening pace of a game, by who is at its page; return whether it changed.

    Held moves and plans that wait longer than such a turn may are made earlier.

    :raises Refused: if the game does not run.
    """
    with game_transaction(game=game, now=now) as locked:
        game = locked.game
        obstacle = evening_obstacle(game, locked.seats, now)
        if (obstacle is None) == (game.evening_since is not None):
            return False
        game.evening_since = now if obstacle is None else None
        game.save(update_fields=["evening_since"])
        if obstacle is not None:
            data: dict[str, object] = obstacle._asdict()
            locked.append_table_event(event_types.EVENING_ENDED, data, CLOCK)
            return True
        for row in locked.seats:
            latest = half_time(game, row)
            for name in WAITING:
                if latest is not None and (at := getattr(row, name)) and at > latest:
                    setattr(row, name, latest)
                    row.save(update_fields=[name])
        data = {"minutes": game.evening_minutes}
        locked.append_table_event(event_types.EVENING_BEGAN, data, CLOCK)
        return True
