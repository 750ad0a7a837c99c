"""The statistics of a board with 100,000 finished games: their page, and the cost of one more."""

from __future__ import annotations

import random
import time
from collections import Counter
from functools import cache
from statistics import median

import engine
from engine.bots.match import Match, play_match
from engine.ending import tally_of
from games.people.models import Person
from games.statistics import count_finished_games
from games.statistics.measures import measures_of_game
from games.statistics.models import BoardSum
from tools.bench.figure import Figure
from tools.bench.pages import beside_bare
from tools.bench.site import NOW, begin_game, make_people, play_on

GAMES = 100_000
BOARD, SEATS = "usa", 4
PLAYED = 6
"""Games that are played; all others are like one of them, with claims some turns apart."""
APART = 4
UPDATES = 15
MOST_MS = 50.0


def board_page() -> Figure:
    """Requests of the page of statistics beside the bare page; the rows are those of all games."""
    rows = _filled()
    return beside_bare(
        f"statistics of a board, {GAMES:,} games, {rows:,} sums",
        f"/boards/{BOARD}/statistics/?table={BOARD}-{SEATS}",
        0.05,
        rows=150,
    )


def one_more_game() -> Figure:
    """Processor time in which a worker counts one finished game, with its log and all sums."""
    _filled()
    spent = []
    for _ in range(UPDATES):
        _finish_game()
        began = time.process_time()
        counted = count_finished_games(now=NOW)
        spent.append(1000 * (time.process_time() - began))
        assert counted == 1
    middle = median(spent)
    text = f"{middle:.1f} ms of processor time, at most {max(spent):.1f} (needs {MOST_MS:g})"
    return Figure(f"a game into the statistics of {GAMES:,}", text, middle < MOST_MS)


@cache
def _matches() -> list[Match]:
    board = engine.load_board(BOARD)
    return [play_match(board, ["planner"] * SEATS, f"bench {one}") for one in range(PLAYED)]


@cache
def _filled() -> int:
    """Store the sums of n games; return how many rows they have."""
    dice = random.Random(4)
    sums: Counter[tuple[str, str, int]] = Counter()
    for match in _matches():
        tally = tally_of(match.game.board, [event for event, _, _ in match.log])
        assert tally is not None
        for (kind, key, number), total in measures_of_game(tally, 20).items():
            many = total * GAMES // PLAYED
            if kind != "claim":
                sums[kind, key, number] += many
                continue
            for turn in range(max(1, number - APART), number + APART + 1):
                sums[kind, key, turn] += 1 + many * dice.randint(1, 9) // 100
    rows = [
        BoardSum(
            board=BOARD, seats=SEATS, teams=False, with_bots=False,
            kind=kind, key=key, number=number, total=total,
        )
        for (kind, key, number), total in sums.items()
    ]  # fmt: skip
    BoardSum.objects.bulk_create(rows, batch_size=500)
    return len(rows)


@cache
def _people() -> list[Person]:
    return make_people(*(f"Counted{number}" for number in range(SEATS)))


def _finish_game() -> None:
    """Play a game of the people of before to its end."""
    for _ in play_on(begin_game(_people(), BOARD), "planner", 1):
        pass


FIGURES = (board_page, one_more_game)
