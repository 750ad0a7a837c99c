"""The strength of the planner, and the time it takes."""

from __future__ import annotations

import time
from functools import partial

from engine.board import load_board
from engine.board.model import Board
from engine.bots.match import play_match
from engine.chance import Chance
from engine.rules.setup import new_game
from tools.bench.figure import Figure

GAMES = 100
NEED = 95
LIMIT = 2.0


def planner_beats_random(key: str, seats: int) -> Figure:
    """Wins of one hundred games of two sides, seats or teams; a shared victory is no win."""
    board = load_board(key)
    won, slowest = 0, 0.0
    for number in range(GAMES):
        side_of = _sides(board, seats, f"bench {number}")
        bots = [("planner", "random")[(number + side) % 2] for side in side_of]
        began = time.process_time()
        match = play_match(board, bots, f"bench {number}")
        slowest = max(slowest, time.process_time() - began)
        first = [seat for score in match.outcome.scores if score.place == 1 for seat in score.seats]
        won += {bots[seat] for seat in first} == {"planner"}
    text = (
        f"{won} of {GAMES} games won (needs {NEED}), "
        f"slowest whole game {slowest:.2f} s of thinking (needs {LIMIT:.0f} s)"
    )
    return Figure(
        f"planner against random, {board.name}, {seats} seats",
        text,
        won >= NEED and slowest < LIMIT,
    )


def _sides(board: Board, seats: int, seed: str) -> list[int]:
    """The side of each seat in the match of this seed: its team, where chance has paired."""
    game, _ = new_game(board, seats, Chance.from_seed(seed, seats))
    return [game.team_of.get(seat, seat) for seat in range(seats)]


FIGURES = (
    partial(planner_beats_random, "usa", 2),
    partial(planner_beats_random, "japan", 2),
    partial(planner_beats_random, "team-asia", 4),
)
