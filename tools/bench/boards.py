"""The planner, longest trails, and the boards with mechanics of their own beside USA."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import partial
from itertools import cycle
from random import Random
from statistics import median

from engine.board import load_board
from engine.board.model import Board
from engine.bots.match import play_match
from engine.cards import CARDS
from engine.chance import Chance
from engine.cli.bench import random_game, replay_events
from engine.network import longest_trail_length
from engine.rules.setup import new_game
from tools.bench.figure import Figure, compare
from tools.bench.play import games_of_random

GAMES = 100
WINS = 95
THINKING_LIMIT = 2.0
NETWORKS = 10_000
TRAIL_LIMIT = 0.050
NEED, AIM = 0.6, 0.8
MEASURED = ("switzerland", "india", "legendary-asia", "europe", "nordic")
SEATS = 2
BIG_HAND = 40
CLAIMS_LIMIT = 1.0
"""Milliseconds in which the claims of a big hand are to be listed."""


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
        f"{won} of {GAMES} games won (needs {WINS}), "
        f"slowest whole game {slowest:.2f} s of thinking (needs {THINKING_LIMIT:.0f} s)"
    )
    return Figure(
        f"planner against random, {board.name}, {seats} seats",
        text,
        won >= WINS and slowest < THINKING_LIMIT,
    )


def _sides(board: Board, seats: int, seed: str) -> list[int]:
    """The side of each seat in the match of this seed: its team, where chance has paired."""
    game, _ = new_game(board, seats, Chance.from_seed(seed, seats))
    return [game.team_of.get(seat, seat) for seat in range(seats)]


def _worst_longest_trail(key: str) -> Figure:
    """The slowest of ten thousand end networks of random games."""
    board = load_board(key)
    worst = total = 0.0
    most = 0
    for network in _networks(board):
        spent = _time(board, network)
        if spent > TRAIL_LIMIT / 10:
            # Another process may have had the processor meanwhile.
            spent = min(spent, *(_time(board, network) for _ in range(3)))
        worst, total = max(worst, spent), total + spent
        most = max(most, len(network))
    text = (
        f"{1000 * worst:.1f} ms, mean {1_000_000 * total / NETWORKS:.0f} µs, up to {most} tracks "
        f"(needs {1000 * TRAIL_LIMIT:.0f} ms)"
    )
    name = f"longest trail, worst of {NETWORKS:,} end networks, {board.name}"
    return Figure(name, text, worst < TRAIL_LIMIT)


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
    *(partial(_worst_longest_trail, key) for key in ("usa", "team-asia")),
    *(
        partial(planner_beats_random, key, seats)
        for key, seats in (("usa", 2), ("japan", 2), ("team-asia", 4))
    ),
    *(partial(_random_play, key, seats) for key in MEASURED for seats in _seats_measured(key)),
    *(partial(_replay, key) for key in MEASURED),
    claims_of_a_big_hand,
    *(partial(planner_beats_random, key, SEATS) for key in MEASURED),
)
