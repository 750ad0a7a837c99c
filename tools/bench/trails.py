"""The longest trail of the networks that games end with."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import partial
from random import Random

from engine.board import load_board
from engine.board.model import Board
from engine.chance import Chance
from engine.network import longest_trail_length
from engine.rules.setup import new_game
from tools.bench.figure import Figure

NETWORKS = 10_000
LIMIT = 0.050


def _worst_longest_trail(key: str) -> Figure:
    """The slowest of ten thousand end networks of random games."""
    board = load_board(key)
    worst = total = 0.0
    most = 0
    for network in _networks(board):
        spent = _time(board, network)
        if spent > LIMIT / 10:
            # Another process may have had the processor meanwhile.
            spent = min(spent, *(_time(board, network) for _ in range(3)))
        worst, total = max(worst, spent), total + spent
        most = max(most, len(network))
    text = (
        f"{1000 * worst:.1f} ms, mean {1_000_000 * total / NETWORKS:.0f} µs, up to {most} tracks "
        f"(needs {1000 * LIMIT:.0f} ms)"
    )
    name = f"longest trail, worst of {NETWORKS:,} end networks, {board.name}"
    return Figure(name, text, worst < LIMIT)


def _networks(board: Board) -> Iterator[list[str]]:
    """The tracks that each side owns when a game is over: a seat, or a team together (A-11)."""
    dice = Random(1)
    left = NETWORKS
    while left:
        seats = board.seat_counts[left % len(board.seat_counts)]
        chance = Chance.from_seed(left)
        game, _ = new_game(board, seats, chance)
        while game.pending:
            seat = next(iter(game.pending))
            game.play(seat, dice.choice(game.legal_actions(seat).listed()), chance)
        sides = game.teams or tuple((seat,) for seat in range(seats))
        for side in sides[:left]:
            yield [track for seat in side for track in game.claims[seat]]
            left -= 1


def _time(board: Board, network: list[str]) -> float:
    began = time.process_time()
    longest_trail_length(board, network)
    return time.process_time() - began


FIGURES = (partial(_worst_longest_trail, "usa"), partial(_worst_longest_trail, "team-asia"))
