"""The strength of the searching bots, and the time they take: long play, so on demand only.

``python -m tools.bench.search`` plays what docs/bots.md promises, on the engine that is there
(``make engine-native`` first). ``--shuffles`` says how many for each line.
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import dataclass
from functools import partial

import engine
from engine.board import load_board
from engine.bots import choose_action
from engine.bots.arena import bouts, play_bout, share_with_interval
from engine.bots.levels import LEVELS
from engine.bots.search import search
from engine.chance import Chance
from engine.view import view
from tools.bench.figure import Figure

STRONGEST = next(reversed(LEVELS))
LIMIT = 2.0
"""Seconds of one core for a decision, natively."""


@dataclass(frozen=True, slots=True)
class Line:
    """A table at which the strongest bot plays one side, and the share of games it has to win."""

    board: str
    seats: int
    need: float
    aim: float


LINES = (
    Line("usa", 2, 0.65, 0.8),
    Line("japan", 2, 0.65, 0.8),
    Line("team-asia", 4, 0.6, 0.75),
    Line("usa", 4, 0.4, 0.5),
)


def against_planners(line: Line, shuffles: int) -> Figure:
    """The share of games that the strongest bot wins against planners on all other sides."""
    board = load_board(line.board)
    wanted = bouts(board, line.seats, [STRONGEST, "planner"], shuffles, "bench")
    won = [play_bout(board, line.seats, bout).won for bout in wanted]
    share, low, high = share_with_interval(won)
    return Figure(
        f"{STRONGEST} against planners, {board.name}, {line.seats} seats",
        f"{share:.0%} of {len(won)} games won, {low:.0%} to {high:.0%} "
        f"(needs {line.need:.0%}, aims at {line.aim:.0%})",
        share >= line.need,
    )


def slowest_decision() -> Figure:
    """The longest of the strongest bot's decisions in a game of planners, on each board."""
    playouts = LEVELS[STRONGEST].playouts
    slowest = 0.0
    for line in LINES:
        chance = Chance.from_seed("bench", line.seats)
        game, _ = engine.new_game(load_board(line.board), line.seats, chance)
        while game.pending:
            seat = next(iter(game.pending))
            seen = view(game, seat)
            if game.turn < 10:
                began = time.process_time()
                search(seen, playouts)
                slowest = max(slowest, time.process_time() - began)
            game.play(seat, choose_action("planner", seen), chance)
    return Figure(
        f"slowest decision of {STRONGEST}",
        f"{slowest:.2f} s (needs {LIMIT:.0f} s, on the engine {engine.ENGINE})",
        slowest < LIMIT,
    )


def main() -> int:
    """Measure all of it; print a line for each."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench.search", description=__doc__)
    parser.add_argument("--shuffles", type=int, default=25, help="for each line (default: 25)")
    shuffles = parser.parse_args().shuffles
    measures = [slowest_decision, *(partial(against_planners, line, shuffles) for line in LINES)]
    enough = True
    for measure in measures:
        figure = measure()
        enough = enough and figure.enough
        print(figure, flush=True)
    print("PASS" if enough else "FAIL")
    return 0 if enough else 1


if __name__ == "__main__":
    sys.exit(main())
