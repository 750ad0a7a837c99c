"""Openings of games with lessons: from a file for each board, or played by the planner.

`python -m tools.openings` looks for good ones and writes the files.
"""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from typing import Final

import engine
from engine import wire
from engine.bots import choose_action
from games.practice.games import Opening

PLANNER: Final = "planner"
TURNS_LEFT: Final = 8
"""Turns left, at most, to the player of a board without a file."""


@cache
def opening_of(board: str) -> Opening:
    """The opening of the game with lessons on a board."""
    file = resources.files(__name__) / f"{board}.json"
    if not file.is_file():
        return planned_opening(engine.load_board(board))
    stored = json.loads(file.read_text(encoding="utf-8"))
    if stored["board_digest"] != engine.load_board(board).digest:
        return planned_opening(engine.load_board(board))
    moves = [(move.pop("seat"), wire.decode_action(move)) for move in stored["moves"]]
    return Opening(bytes.fromhex(stored["secret"]), stored["contributions"], moves)


def planned_opening(board: engine.Board, seed: int = 1) -> Opening:
    """Return an opening played by planners, until seat 0 would have a few turns left."""
    seats = min(board.seat_counts)
    chance = engine.Chance.from_seed(f"opening {seed}", seats)
    game, _events = engine.new_game(board, seats, chance, range(seats))
    moves: list[tuple[int, engine.Action]] = []
    turns: list[int] = []
    while game.pending:
        seat = min(game.pending)
        if seat == 0 and game.pending[seat] == "turn":
            turns.append(len(moves))
        action = choose_action(PLANNER, engine.view(game, seat))
        game.play(seat, action, chance)
        moves.append((seat, action))
    return Opening(chance.secret, chance.contributions, moves[: turns[-TURNS_LEFT:][0]])
