"""``python -m tools.load``: a large database, and what grows with it.

``make`` fills an empty database with games. ``flat`` compares what every page, API call, move and
job asks of a small and a large one. ``play`` starts the site on one and lets players
play over HTTP. ``all`` does these one after the other. ``memory`` lets the site work for long and
sees whether it needs more and more memory.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterable
from pathlib import Path

from django.core.management.base import OutputWrapper

from games.management.progress import Progress
from tools.load.everything import measure_everything
from tools.load.flat import growth_report, measured_by_turns
from tools.site.databases import open_site
from tools.site.mail_server import MailServer
from tools.site.processes import site_in_use

SCREEN = OutputWrapper(sys.stderr)
WORKER_PROCESSES = 2
"""Processes of the Celery worker, one for each core of a small machine; installs have five."""
KEPT_MAILS = 500
"""Mails that players may answer, at a time."""


def _make(asked: argparse.Namespace) -> bool:
    open_site(asked.database)

    from django.db import connection
    from django.utils.timezone import now

    from tools.load.population import NotEmpty, make_games

    began = time.perf_counter()
    try:
        store = make_games(asked.games, now=now(), screen=SCREEN, templates=asked.templates)
    except NotEmpty:
        print("The database has games already: name an empty one with --database.")
        return False
    if connection.vendor == "postgresql":
        # Indexes of rows that changed afterwards lead to what is no longer there.
        with connection.cursor() as cursor:
            cursor.execute("VACUUM ANALYZE")
    for model, count in sorted(store.written.items(), key=lambda one: -one[1]):
        print(f"{count:>12,}  {model._meta.db_table}")
    print(f"written in {time.perf_counter() - began:.0f} s")
    return True


def _flat(asked: argparse.Namespace) -> bool:
    few, many = measured_by_turns(
        (asked.small, asked.large),
        runs=asked.runs,
        screen=SCREEN,
        only=asked.only,
        minutes=asked.minutes,
    )
    lines, well = growth_report(few, many, timed=bool(asked.runs))
    return _print(lines, well=well)


def _play(asked: argparse.Namespace) -> bool:
    post = MailServer(keep=KEPT_MAILS)
    where = {"database": asked.database, "broker": asked.broker, "cache": asked.cache}
    with site_in_use("load", **where, smtp=post.port, workers=WORKER_PROCESSES) as site:
        from tools.load.playing import play

        done = play(asked, site, post)
    return _print(done.lines(), well=not done.faults())


def _memory(asked: argparse.Namespace) -> bool:
    with site_in_use(
        "load",
        database=asked.database,
        broker=asked.broker,
        cache=asked.cache,
        smtp=MailServer(keep=0).port,
        web=("--workers", "1", "--max-requests", "0", "--max-requests-jitter", "0"),
        queues=None,
    ) as site:
        from tools.load.memory import measure_memory

        found = measure_memory(asked, site, Progress(SCREEN))
    return _print(found.lines(), well=not found.faults())


def _print(lines: Iterable[str], *, well: bool) -> bool:
    for line in lines:
        print(line)
    return well


def main() -> int:
    """Do what the command line asks for; return its exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.load", description=__doc__)
    commands = parser.add_subparsers(required=True)
    make = commands.add_parser("make", help="fill an empty database with games")
    make.add_argument("--games", type=int, default=1_000, help="how many (1,000)")
    make.add_argument("--database", required=True, help="postgres://… or sqlite:///…")
    make.set_defaults(do=_make)
    flat = commands.add_parser("flat", help="list what grows from a small database to a large one")
    flat.add_argument("--small", required=True, help="the database of few games")
    flat.add_argument("--large", required=True, help="the database of many games")
    flat.add_argument("--runs", type=int, default=0, help="runs of which times are taken")
    flat.add_argument("--minutes", type=float, default=60, help="take times so long (60)")
    flat.set_defaults(do=_flat)
    play = commands.add_parser("play", help="let players play over HTTP on a database")
    play.add_argument("--seconds", type=float, default=60)
    play.add_argument("--moves", action="store_true", help="nothing but moves")
    play.set_defaults(do=_play)
    memory = commands.add_parser("memory", help="whether a site that works needs more and more")
    memory.add_argument("--requests", type=int, default=50_000)
    memory.add_argument("--tasks", type=int, default=50_000)
    memory.add_argument("--minutes", type=float, default=60, help="the longest (60)")
    memory.set_defaults(do=_memory)
    everything = commands.add_parser(
        "all", help="all of this on a database, one a tenth its size, and one a hundredth"
    )
    everything.add_argument("--games", type=int, default=100_000)
    everything.add_argument("--runs", type=int, default=5, help="runs of which times are taken")
    everything.add_argument("--keep", type=Path, metavar="FILE", help="write what is printed there")
    everything.add_argument("--server", default="postgres://postgres@127.0.0.1:5432")
    everything.add_argument("--redis", default="redis://127.0.0.1:6379")
    everything.add_argument("--seconds", type=float, default=60)
    everything.add_argument("--name", default="night_mail_load", help="how databases' names begin")
    everything.add_argument(
        "--again",
        action="store_true",
        help="measure the databases of the last run instead of making them again",
    )
    everything.set_defaults(do=measure_everything)
    for one in (play, memory):
        one.add_argument("--database", required=True)
        one.add_argument("--broker", default="redis://127.0.0.1:6379/14")
        one.add_argument("--cache", default="redis://127.0.0.1:6379/15")
    for one in (make, everything):
        one.add_argument("--templates", type=int, default=200, help="different games (200)")
    for one in (flat, everything):
        one.add_argument("--only", nargs="*", default=[], help="names of addresses, or all of them")
    asked = parser.parse_args()
    return 0 if asked.do(asked) else 1


if __name__ == "__main__":
    sys.exit(main())
