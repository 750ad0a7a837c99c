"""Whether players who are signed in keep their pace in a flood: `python -m tools.front_door`.

Starts a site as in production (gunicorn with two processes, Celery, mail gate) on a database of its
own, and floods log-in, sign-up, requests for mails, the mail gate and the webhook for mails, one
after the other. Before each flood and beside it, alternately, players open pages of games and move.
All of it stays on this machine. The last line is PASS or FAIL.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from pathlib import Path

from tools.front_door.clients import ENDPOINTS
from tools.front_door.measuring import games_wanted, measured
from tools.front_door.verdict import HEAD, RATIO, SLOWEST
from tools.load import parts
from tools.report import load, report
from tools.site.databases import create_database, drop_database, in_new_process


def main() -> int:
    """Measure on a database made for it; the exit status."""
    parser = ArgumentParser(prog="python -m tools.front_door", description=__doc__)
    parser.add_argument("--server", default="postgres://postgres@127.0.0.1:5432")
    parser.add_argument("--redis", default="redis://127.0.0.1:6379")
    parser.add_argument("--name", default="nm_front_door", help="of the database, which is dropped")
    parser.add_argument("--endpoints", nargs="+", choices=ENDPOINTS, default=ENDPOINTS)
    parser.add_argument("--seconds", type=float, default=15, help="of each flood (15)")
    parser.add_argument("--turns", type=int, default=3, help="parts of each flood (3)")
    parser.add_argument("--templates", type=int, default=16, help="different games (16)")
    parser.add_argument("--slowest", type=float, default=SLOWEST, metavar="MS")
    parser.add_argument("--ratio", type=float, default=RATIO, help="of medians, at most")
    parser.add_argument("--keep", type=Path, metavar="FILE", help="write what is printed there")
    asked = parser.parse_args()
    create_database(asked.server, asked.name)
    try:
        with report(asked.keep) as paper:
            return 0 if _measure(asked, paper.say) else 1
    finally:
        drop_database(asked.server, asked.name)


def _measure(plan: Namespace, say: Callable[[str], None]) -> bool:
    database = f"{plan.server}/{plan.name}"
    in_new_process(parts.make, database, games_wanted(plan), plan.templates)
    say(
        f"promised: p95 of a request beside a flood at most {plan.slowest:g} ms, the median at"
        f" most {plan.ratio:g} times that before; nothing of a player fails"
    )
    say(f"\n{HEAD}\n{'|---' * HEAD.count(' |')}|")
    well = True
    for case in measured(plan, database):
        faults = list(case.faults(slowest=plan.slowest, ratio=plan.ratio))
        say(case.line(faults))
        well = well and not faults
    say(f"\nload {load()}")
    say("PASS" if well else "FAIL")
    return well


if __name__ == "__main__":
    sys.exit(main())
