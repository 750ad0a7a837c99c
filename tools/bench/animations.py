"""The animation of a whole game: processor time and bytes, with as many claims as a game has."""

from __future__ import annotations

import random
import time

from tools.bench.figure import Figure
from tools.bench.site import open_site

SECONDS = 12.0
"""Of one core, at most."""
BYTES = 2_000_000


def on_usa() -> Figure:
    """A game of planners on USA with 5 seats."""
    return _whole_game("usa", 5)


def on_team_asia() -> Figure:
    """A game of planners on Team Asia with 6 seats."""
    return _whole_game("team-asia", 6)


def _whole_game(key: str, seats: int) -> Figure:
    open_site()
    import engine
    from engine.bots import choose_action
    from engine.chance import Chance
    from games.drawing.game_film import animated_png
    from games.drawing.palette import seat_tints
    from games.people.models import Person
    from games.sharing.animations import moments_from
    from games.tables.models import Game, GameStatus, Seat

    board = engine.load_board(key)
    chance, dice = Chance.from_seed(3, seats), random.Random(1)
    game, events = engine.new_game(board, seats=seats, chance=chance)
    while game.outcome is None:
        seat = next(iter(game.pending))
        action = choose_action("planner", engine.view(game, seat), dice)
        events += game.play(seat, action, chance)
    row = Game(code="abcdefgh", board=key, status=GameStatus.FINISHED)
    names = [Seat(number=n, person=Person(name=f"Player {n + 1}")) for n in range(seats)]
    began = time.process_time()
    moments = moments_from(row, names, board, events)
    data = animated_png(board, seat_tints(tuple(map(tuple, game.teams))), moments)
    spent = time.process_time() - began
    return Figure(
        f"animation of a game, {board.name}, {seats} seats, {len(moments)} pictures",
        f"{spent:.1f} s of one core (at most {SECONDS:g}), {len(data):,} bytes (at most {BYTES:,})",
        spent <= SECONDS and len(data) <= BYTES,
    )
