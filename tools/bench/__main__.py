"""``python -m tools.bench`` (`make bench`): measures every figure that Night Mail promises.

A line that begins with FAIL is a figure that was missed; the last line is PASS or FAIL.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

from tools.bench import mails, moves, pages, planner, play, replay, standings, sweep, trails
from tools.bench.figure import Figure

FIGURES: tuple[Callable[[], Figure], ...] = (
    play.on_usa,
    play.on_team_asia,
    replay.on_usa,
    replay.on_team_asia,
    replay.state_from_stored_json,
    trails.on_usa,
    trails.on_team_asia,
    planner.on_usa,
    planner.on_japan,
    planner.on_team_asia,
    pages.game_page,
    standings.standings_page,
    standings.after_a_result,
    mails.turn_mail,
    moves.accepted_move,
    moves.accepted_move_on_postgresql,
    # It leaves many rows behind.
    sweep.due_games,
)
"""All of them, in the order in which they are measured. A new figure is a function in this list."""


def main() -> int:
    """Measure and print; return 1 if a figure was missed."""
    began = time.perf_counter()
    enough = True
    for measure in FIGURES:
        figure = measure()
        enough = enough and figure.enough
        print(figure, flush=True)
    print(f"measured in {time.perf_counter() - began:.0f} s")
    print("PASS" if enough else "FAIL")
    return 0 if enough else 1


sys.exit(main())
