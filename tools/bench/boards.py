"""The boards with mechanics of their own beside USA: random play, replay, and claims with sets."""

from __future__ import annotations

import time
from functools import partial
from itertools import cycle
from random import Random
from statistics import median

from engine.board import load_board
from engine.cards import CARDS
from engine.chance import Chance
from engine.cli.bench import random_game, replay_events
from engine.rules.setup import new_game
from tools.bench.figure import Figure, compare
from tools.bench.planner import planner_beats_random
from tools.bench.replay import games_of_random

NEED, AIM = 0.6, 0.8
MEASURED = ("switzerland", "india", "legendary-asia", "europe", "nordic")
SEATS = 2
BIG_HAND = 40
CLAIMS_LIMIT = 1.0
"""Milliseconds in which the claims of a big hand are to be listed."""


def _random_play(key: str, seats: int) -> Figure:
    board, usa = load_board(key), load_board("usa")
    dice, others = Random(1), Random(1)
    return compare(
        f"random play, {board.name}, {seats} seats",
        ours=("steps", lambda: random_game(board, seats, dice)),
        theirs=("steps on USA", lambda: random_game(usa, seats, others)),
        need=NEED,
        aim=AIM,
    )


def _replay(key: str) -> Figure:
    board, usa = load_board(key), load_board("usa")
    games, others = cycle(games_of_random(board, SEATS)), cycle(games_of_random(usa, SEATS))
    return compare(
        f"replay of decoded events, {board.name}, {SEATS} seats",
        ours=("events", lambda: replay_events(board, next(games))),
        theirs=("events on USA", lambda: replay_events(usa, next(others))),
        need=NEED,
        aim=AIM,
    )


def claims_of_a_big_hand() -> Figure:
    """Listing what forty cards pay for on the empty board whose ferries take sets (M-3)."""
    chance = Chance.from_seed("bench", SEATS)
    game, _ = new_game(load_board("nordic"), SEATS, chance)
    while not game.setup_done:
        seat = next(iter(game.pending))
        game.play(seat, game.legal_actions(seat).listed()[-1], chance)
    seat = next(iter(game.pending))
    each, rest = divmod(BIG_HAND, len(CARDS))
    for number, card in enumerate(CARDS):
        game.hands[seat][card] = each + (number < rest)
    times = []
    for _ in range(200):
        began = time.process_time()
        found = game.legal_actions(seat).listed()
        times.append((time.process_time() - began) * 1000)
    took = median(times)
    return Figure(
        f"actions of a hand of {BIG_HAND}, Nordic Countries",
        f"{len(found)} actions in {took:.2f} ms (needs {CLAIMS_LIMIT:.0f} ms)",
        took < CLAIMS_LIMIT,
    )


def _seats_measured(key: str) -> list[int]:
    """Two seats and the most: with more of them there are fewer tracks to choose from."""
    counts = load_board(key).seat_counts
    return sorted({min(counts), max(counts)})


FIGURES = (
    *(partial(_random_play, key, seats) for key in MEASURED for seats in _seats_measured(key)),
    *(partial(_replay, key) for key in MEASURED),
    claims_of_a_big_hand,
    *(partial(planner_beats_random, key, SEATS) for key in MEASURED),
)
