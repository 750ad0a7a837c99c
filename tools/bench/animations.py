"""The animation of a whole game: processor time and bytes, with as many claims as a game has."""

from __future__ import annotations

import time
from functools import partial

import engine
from engine.bots.match import play_match
from games.drawing.game_film import animated_png
from games.drawing.palette import seat_tints
from games.people.models import Person
from games.sharing.animations import moments_from
from games.tables.models import Game, GameStatus, Seat
from tools.bench.figure import Figure

SECONDS = 12.0
"""Of one core, at most."""
BYTES = 2_000_000


def _whole_game(key: str, seats: int) -> Figure:
    """A game of planners."""
    board = engine.load_board(key)
    match = play_match(board, ["planner"] * seats, "animation")
    events = [event for event, _, _ in match.log]
    row = Game(code="abcdefgh", board=key, status=GameStatus.FINISHED)
    names = [Seat(number=n, person=Person(name=f"Player {n + 1}")) for n in range(seats)]
    began = time.process_time()
    moments = moments_from(row, names, board, events)
    data = animated_png(board, seat_tints(tuple(map(tuple, match.game.teams))), moments)
    spent = time.process_time() - began
    return Figure(
        f"animation of a game, {board.name}, {seats} seats, {len(moments)} pictures",
        f"{spent:.1f} s of one core (at most {SECONDS:g}), {len(data):,} bytes (at most {BYTES:,})",
        spent <= SECONDS and len(data) <= BYTES,
    )


FIGURES = (partial(_whole_game, "usa", 5), partial(_whole_game, "team-asia", 6))
