"""Whether players who are signed in keep their pace in a flood: `python -m tools.front_door`.

Starts a site as in production (gunicorn with two processes, Celery, mail gate) on a database of its
own, and floods log-in, sign-up, requests for mails, the mail gate and the webhook for mails, one
after the other. Before each flood and beside it, alternately, players open pages of games and move.
All of it stays on this machine. The last line is PASS or FAIL.
"""

from __future__ import annotations

import subprocess
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from pathlib import Path
from typing import Final

from tools.front_door.clients import ENDPOINTS
from tools.front_door.measuring import MOVES_A_SECOND, RATE, measured, moves_wanted
from tools.front_door.verdict import CONNECTIONS, HEAD, NICENESS, Bounds
from tools.report import load, report
from tools.site.databases import create_database, drop_database

SHARE: Final = 0.1
"""The least share of the games of `tools.load make` that wait for a turn."""


def main() -> int:
    """Measure on a database made for it, or on one there is, which is kept; the exit status."""
    promised = Bounds()
    parser = ArgumentParser(prog="python -m tools.front_door", description=__doc__)
    parser.add_argument("--server", default="postgres://postgres@127.0.0.1:5432")
    parser.add_argument("--redis", default="redis://127.0.0.1:6379")
    parser.add_argument("--database", default="nm_front_door", help="one there is already is kept")
    parser.add_argument("--endpoints", nargs="+", choices=ENDPOINTS, default=ENDPOINTS)
    parser.add_argument("--seconds", type=float, default=15, help="of each flood (15)")
    parser.add_argument("--turns", type=int, default=3, help="parts of each flood (3)")
    parser.add_argument("--templates", type=int, default=16, help="different games (16)")
    parser.add_argument("--slowest", type=float, default=promised.slowest, metavar="MS")
    parser.add_argument("--ratio", type=float, default=promised.ratio, help="of medians, at most")
    parser.add_argument("--keep", type=Path, metavar="FILE", help="write what is printed there")
    asked = parser.parse_args()
    made = create_database(asked.server, asked.database)
    try:
        with report(asked.keep) as paper:
            return 0 if _measure(asked, paper.say, made=made) else 1
    finally:
        if made:
            drop_database(asked.server, asked.database)


def _measure(plan: Namespace, say: Callable[[str], None], *, made: bool) -> bool:
    if made:
        _make_games(plan)
    bounds = Bounds(plan.slowest, plan.ratio)
    say(
        f"{CONNECTIONS} anonymous users at a time, at most {RATE} a second, for"
        f" {plan.seconds:g} s in {plan.turns} parts, niced to {NICENESS};"
        f" players move {MOVES_A_SECOND} times a second"
    )
    say(
        f"promised: p95 of a request beside a flood at most {bounds.slowest:g} ms, the median at"
        f" most {bounds.ratio:g} times that before; nothing of a player fails"
    )
    say(f"\n{HEAD}\n{'|---' * HEAD.count(' |')}|")
    well = True
    for case in measured(plan):
        say(case.line(bounds))
        well = well and not any(case.faults(bounds))
    say(f"\nload {load()}")
    say("PASS" if well else "FAIL")
    return well


def _make_games(plan: Namespace) -> None:
    games = int(moves_wanted(plan) / SHARE)
    command = f"-m tools.load make --games {games} --templates {plan.templates} --database"
    subprocess.run(  # noqa: S603 (the arguments are ours)
        [sys.executable, *command.split(), f"{plan.server}/{plan.database}"],
        check=True,
        stdout=subprocess.DEVNULL,
    )


if __name__ == "__main__":
    sys.exit(main())
