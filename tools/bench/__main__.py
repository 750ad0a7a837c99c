"""``python -m tools.bench`` (`make bench`): measures every figure that Night Mail promises.

A line that begins with FAIL is a figure that was missed; the last line is PASS or FAIL.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import groupby
from multiprocessing import get_context
from pathlib import Path

from tools.bench import (
    animations,
    api,
    boards,
    mails,
    moves,
    pages,
    planner,
    play,
    replay,
    standings,
    statistics,
    streams,
    sweep,
    trails,
)
from tools.bench.figure import Figure
from tools.report import load, report

FIGURES: tuple[Callable[[], Figure], ...] = (
    play.on_usa,
    play.on_team_asia,
    play.native_on_usa,
    play.native_on_team_asia,
    replay.on_usa,
    replay.on_team_asia,
    replay.state_from_stored_json,
    trails.on_usa,
    trails.on_team_asia,
    planner.on_usa,
    planner.on_japan,
    planner.on_team_asia,
    *boards.FIGURES,
    pages.game_page,
    api.game_view,
    api.new_events,
    api.submitted_move,
    streams.a_thousand_open,
    standings.standings_page,
    standings.after_a_result,
    statistics.board_page,
    statistics.one_more_game,
    mails.turn_mail,
    mails.turn_mails_of_a_game,
    animations.on_usa,
    animations.on_team_asia,
    moves.accepted_move,
    moves.accepted_move_on_postgresql,
    sweep.due_games,
    sweep.due_games_on_postgresql,
)
"""All of them, in the order in which they are measured. A new figure is a function in this list."""

ON_POSTGRESQL: tuple[Callable[[], Figure], ...] = (
    moves.accepted_move_on_postgresql,
    sweep.due_games_on_postgresql,
)


def part_of(measure: Callable[[], Figure]) -> str:
    """The module that measures a figure: "pages", "moves" …"""
    return getattr(measure, "func", measure).__module__.rpartition(".")[2]


def main() -> int:
    """Measure and print; return 1 if a figure was missed."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench", description=__doc__)
    parts = sorted(set(map(part_of, FIGURES)))
    parser.add_argument(
        "parts", nargs="*", metavar="PART", help=f"measure only some of: {', '.join(parts)}"
    )
    parser.add_argument("--keep", type=Path, metavar="FILE", help="write what is printed there")
    parser.add_argument("--without-postgresql", action="store_true", help="where there is none")
    asked = parser.parse_args()
    wanted = asked.parts
    if unknown := set(wanted) - set(parts):
        parser.error(f"There is no {', '.join(sorted(unknown))}: choose from {', '.join(parts)}.")
    left_out = ON_POSTGRESQL if asked.without_postgresql else ()
    measures = [
        measure
        for measure in FIGURES
        if (not wanted or part_of(measure) in wanted) and measure not in left_out
    ]
    with report(asked.keep) as paper:
        return 0 if _measured(measures, paper.say) else 1


def _measured(measures: Sequence[Callable[[], Figure]], say: Callable[[str], None]) -> bool:
    began = time.perf_counter()
    enough = True
    for figure in _figures(measures):
        enough = enough and figure.enough
        say(str(figure))
    say(f"measured in {time.perf_counter() - began:.0f} s, load {load()}")
    say("PASS" if enough else "FAIL")
    return enough


def _figures(measures: Sequence[Callable[[], Figure]]) -> Iterator[Figure]:
    """Measure; each module in a process of its own, and so on a database of its own."""
    for _, group in groupby(measures, part_of):
        with ProcessPoolExecutor(1, get_context("spawn")) as process:
            for measure in group:
                yield process.submit(measure).result()


if __name__ == "__main__":
    sys.exit(main())
