"""The strength of the searching bots, from games that are kept, and the time that they take.

``python -m tools.bench.search`` reads the games in docs/measurements/arena, plays one of each table
again to see that it ends as it is written there, and prints what docs/bots.md promises. ``--play``
first plays the games that are missing, table by table, which takes hours; it may be ended at any
time, and goes on from there. Play on the compiled engine (``make engine-native``).
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random

import engine
from engine.board import load_board
from engine.board.model import Board
from engine.bots import choose_action
from engine.bots.arena import Bout, Result, bouts, play_bout, play_bouts, share_with_interval
from engine.bots.levels import LEVELS
from engine.bots.search import search
from engine.chance import Chance
from engine.cli.arena import keep_result, read_results, table_name
from engine.cli.common import with_progress_bar
from engine.view import view
from tools.bench.figure import Figure

KEPT = Path(__file__).resolve().parent.parent.parent / "docs" / "measurements" / "arena"
SEED = "docs"
STRONGEST = list(LEVELS)[-1]
QUARTER = f"search-{LEVELS[STRONGEST].playouts // 4}"
LIMIT = 2.0
"""Seconds of one core for a decision, natively."""


@dataclass(frozen=True, slots=True)
class Table:
    """Two bots at a table; the first one, on one side, has to win that share of so many games."""

    board: str
    seats: int
    first: str
    second: str
    games: int
    need: float = 0.0
    aim: float = 1.0
    least: float = 0.0
    """What the lower end of the interval has to be above."""

    @property
    def path(self) -> Path:
        """The file with the games of this table."""
        return KEPT / f"{self.board}-{self.seats}-{self.first}-{self.second}.jsonl"

    @property
    def name(self) -> str:
        """The table as it is written into the file."""
        return table_name(load_board(self.board), self.seats)

    def bouts(self) -> list[Bout]:
        """The games to play: of each shuffle one for every side."""
        pair = [self.first, self.second]
        # Shuffle by shuffle, and there are fewer shuffles than games.
        return bouts(load_board(self.board), self.seats, pair, self.games, SEED)[: self.games]

    def kept(self) -> dict[Bout, Result]:
        """Those that were played."""
        return read_results(self.path, self.name)


NEWER = ("europe", "nordic", "switzerland", "india", "legendary-asia")
DUELS = ("usa", "japan", *NEWER)
TABLES = (
    *(Table(key, 2, STRONGEST, "planner-1", 100, 0.65, 0.8) for key in DUELS),
    Table("team-asia", 4, STRONGEST, "planner-1", 100, 0.6, 0.75),
    Table("usa", 4, STRONGEST, "planner-1", 100, 0.4, 0.5),
    *(Table(key, 2, QUARTER, "planner-1", 200, least=0.55) for key in DUELS),
    *(Table(key, 2, STRONGEST, "random", 100, 0.95) for key in NEWER),
    Table("usa", 2, "level-1", "level-2", 100),
    Table("usa", 2, "level-2", "planner-1", 100),
    Table("usa", 2, "level-4", "planner-1", 100),
    Table("usa", 2, "level-4", STRONGEST, 100),
)


def measured(table: Table) -> Figure:
    """The share of its games that the first bot of a table has won."""
    kept = table.kept()
    name = f"{table.first} against {table.second}, {load_board(table.board).name}"
    name += f", {table.seats} seats"
    if not kept:
        return Figure(name, f"none of {table.games} games played yet", enough=False)
    share, low, high = share_with_interval([result.won for result in kept.values()])
    margin = sum(result.margin for result in kept.values()) / len(kept)
    wanted = f"needs {table.need:.0%}, aims at {table.aim:.0%}" if table.need else ""
    if table.least:
        wanted = f"the lower end needs {table.least:.0%}"
    text = f"{share:.0%} of {len(kept)} games won, {low:.0%} to {high:.0%}, {margin:+.1f} points"
    missing = f"; {table.games - len(kept)} not played yet" if len(kept) < table.games else ""
    enough = share >= table.need and low >= table.least and not missing
    return Figure(name, f"{text}{f' ({wanted})' if wanted else ''}{missing}", enough)


def played_again(table: Table, dice: Random) -> Figure | None:
    """One game of a table once more: a failure if it ends otherwise; None where none is kept."""
    kept = table.kept()
    if not kept:
        return None
    bout = dice.choice(list(kept))
    again = play_bout(load_board(table.board), table.seats, bout)
    name = f"{table.path.stem}, shuffle {bout.seed} from side {bout.side}"
    same = again == kept[bout]
    return Figure(name, "ends as it is written" if same else f"ends otherwise: {again}", same)


def play_missing(table: Table) -> None:
    """Play the games of a table that have not been played, with a progress bar."""
    kept, wanted = table.kept(), table.bouts()
    if all(bout in kept for bout in wanted):
        return
    print(table.path.stem, flush=True)
    games = play_bouts(load_board(table.board), table.seats, wanted, kept)
    for result in with_progress_bar(games, len(wanted)):
        if result.bout not in kept:
            keep_result(table.path, table.name, result)


def slowest_decision() -> Figure:
    """The longest of the strongest bot's decisions in a game of planners, on each board."""
    playouts = LEVELS[STRONGEST].playouts
    slowest = 0.0
    for key, seats in (("usa", 2), ("japan", 2), ("team-asia", 4), ("usa", 4), ("nordic", 3)):
        slowest = max(slowest, *_decision_times(load_board(key), seats, playouts))
    return Figure(
        f"slowest decision of {STRONGEST}",
        f"{slowest:.2f} s (needs {LIMIT:.0f} s, on the engine {engine.ENGINE})",
        slowest < LIMIT,
    )


def _decision_times(board: Board, seats: int, playouts: int) -> Iterator[float]:
    chance = Chance.from_seed("bench", seats)
    game, _ = engine.new_game(board, seats, chance)
    while game.pending:
        seat = next(iter(game.pending))
        seen = view(game, seat)
        if game.turn < 10:
            began = time.process_time()
            search(seen, playouts)
            yield time.process_time() - began
        game.play(seat, choose_action("planner", seen), chance)


def main() -> int:
    """Play what is missing if that is asked for; print a line for each figure."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench.search", description=__doc__)
    parser.add_argument("--play", action="store_true", help="play the games that are missing")
    parser.add_argument("--only", default="", help="tables whose file has this in its name")
    parser.add_argument("--again", type=int, default=1, help="games of each to play again")
    options = parser.parse_args()
    tables = [table for table in TABLES if options.only in table.path.stem]
    if options.play:
        KEPT.mkdir(parents=True, exist_ok=True)
        for table in tables:
            play_missing(table)
    dice = Random()
    again = [partial(played_again, table, dice) for table in tables for _ in range(options.again)]
    measures: list[Callable[[], Figure | None]] = [
        slowest_decision,
        *(partial(measured, table) for table in tables),
        *again,
    ]
    enough = True
    for measure in measures:
        if (figure := measure()) is not None:
            enough = enough and figure.enough
            print(figure, flush=True)
    print("PASS" if enough else "FAIL")
    return 0 if enough else 1


if __name__ == "__main__":
    sys.exit(main())
