"""The statistics of a board with 100,000 finished games: their page, and the cost of one more."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache, partial
from statistics import median

import engine
from engine.bots.match import play_match
from engine.ending import tally_of
from games.statistics import count_finished_games
from games.statistics.measures import measures_of_game
from games.statistics.models import BoardSum
from tools.bench.figure import Figure, at_most, timed
from tools.bench.pages import beside_bare
from tools.bench.site import NOW, begin_game, make_players, play_on

GAMES = 100_000
BOARD, SEATS = "usa", 4
PLAYED = 6
"""Games that are played; all others are like one of them, with claims some turns apart."""
APART = 4
UPDATES = 15


def board_page() -> Figure:
    """Requests of the page of statistics beside the bare page; the rows are those of all games."""
    rows = _filled()
    address = f"/boards/{BOARD}/statistics/?table={BOARD}-{SEATS}"
    return Figure(
        f"statistics of a board, {GAMES:,} games, {rows:,} sums",
        beside_bare(0.05, address, rows=150),
    )


def one_more_game() -> Figure:
    """Processor time in which a worker counts one finished game, with its log and all sums."""
    _filled()
    people = make_players(SEATS)
    spent = []
    for _ in range(UPDATES):
        for _move in play_on(begin_game(people, BOARD), "planner", 1):
            pass
        counted, seconds = timed(partial(count_finished_games, now=NOW))
        assert counted == 1
        spent.append(1000 * seconds)
    return Figure(
        f"a game into the statistics of {GAMES:,}",
        at_most(50, median(spent), "ms of processor time"),
    )


@cache
def _filled() -> int:
    """Store the sums of n games; return how many rows they have."""
    dice = random.Random(4)
    board = engine.load_board(BOARD)
    sums: Counter[tuple[str, str, int]] = Counter()
    for seed in range(PLAYED):
        match = play_match(board, ["planner"] * SEATS, f"bench {seed}")
        tally = tally_of(board, [event for event, _, _ in match.log])
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


FIGURES = (board_page, one_more_game)
