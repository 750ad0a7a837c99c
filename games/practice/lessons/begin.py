"""Begin the game with lessons on a board."""

from __future__ import annotations

from datetime import datetime

from games.practice.games import Player, begin_practice_game
from games.practice.lessons.openings import opening_of
from games.tables.models import Game


def begin_guided_game(*, player: Player, board: str, now: datetime) -> Game:
    """Begin the game with lessons on a board, or go on with the one that runs.

    :raises Refused: as :func:`games.practice.games.begin_practice_game` does.
    """
    return begin_practice_game(
        player=player, board=board, lessons=True, opening=opening_of(board), now=now
    )
