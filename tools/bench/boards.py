"""The planner, longest trails, and the boards with mechanics of their own beside USA."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random
from statistics import median

from engine.board import load_board
from engine.board.model import Board
from engine.bots.arena import Bout, play_bout
from engine.cards import CARDS
from engine.chance import Chance
from engine.network import longest_trail_length
from engine.rules.setup import new_game
from tools.bench.figure import Figure, at_least, at_most, timed
from tools.bench.play import random_play, random_steps, replay, replayed_events

GAMES = 100
NETWORKS = 10_000
TRAIL_LIMIT = 0.050
NEED = 0.6
MEASURED = ("switzerland", "india", "legendary-asia", "europe", "nordic")
SEATS = 2
BIG_HAND = 40


def planner_beats_random(key: str, seats: int) -> Figure:
    """Wins of one hundred games of two sides, seats or teams; a shared victory is no win."""
    board = load_board(key)
    bouts = [Bout("planner", "random", f"bench {n}", side=n % 2) for n in range(GAMES)]
    played = [timed(partial(play_bout, board, seats, bout)) for bout in bouts]
    return Figure(
        f"planner against random, {board.name}, {seats} seats",
        at_least(95, sum(result.won == 1 for result, _seconds in played), f"of {GAMES} games won"),
        at_most(2, max(seconds for _result, seconds in played), "s for the slowest game"),
    )


def _worst_longest_trail(key: str) -> Figure:
    """The slowest of ten thousand end networks of random games."""
    board = load_board(key)
    worst = 0.0
    for network in _networks(board):
        find = partial(longest_trail_length, board, network)
        spent = timed(find)[1]
        if spent > TRAIL_LIMIT / 10:
            # Another process may have had the processor meanwhile.
            spent = min(spent, *(timed(find)[1] for _ in range(3)))
        worst = max(worst, spent)
    return Figure(
        f"longest trail, worst of {NETWORKS:,} end networks, {board.name}",
        at_most(1000 * TRAIL_LIMIT, 1000 * worst, "ms"),
    )


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
    times = [timed(lambda: game.legal_actions(seat).listed())[1] for _ in range(200)]
    return Figure(
        f"actions of a hand of {BIG_HAND}, Nordic Countries",
        at_most(1, 1000 * median(times), "ms"),
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
    *(
        partial(random_play, key, seats, NEED, partial(random_steps, "usa", seats))
        for key in MEASURED
        for seats in _seats_measured(key)
    ),
    *(partial(replay, key, SEATS, partial(replayed_events, "usa", SEATS)) for key in MEASURED),
    claims_of_a_big_hand,
    *(partial(planner_beats_random, key, SEATS) for key in MEASURED),
)
