"""``python -m tools.load``: a large database, and what grows with it.

``make`` fills an empty database with games. ``flat`` compares what every page, API call, move and
job asks of a small and a large one. ``play`` starts the site on one and lets players
play over HTTP. ``memory`` lets it work for long and sees whether it needs more and more memory.
"""

from __future__ import annotations

import argparse
import json
import logging
import subprocess
import sys
import time

from tools.load.flat import compared, measured_in_turns
from tools.load.site import create_database, open_site


class _Screen:
    """Standard error as commands of the site know it."""

    def write(self, msg: str = "", style_func: None = None, ending: str | None = None) -> None:
        sys.stderr.write(msg + ("\n" if ending is None else ending))

    def isatty(self) -> bool:
        return sys.stderr.isatty()

    def flush(self) -> None:
        sys.stderr.flush()


def _make(asked: argparse.Namespace) -> int:
    open_site(asked.database)

    from django.db import connection
    from django.utils.timezone import now

    from tools.load.population import NotEmpty, make_games

    began = time.perf_counter()
    try:
        store = make_games(asked.games, now=now(), screen=_Screen())
    except NotEmpty:
        print("The database has games already: name an empty one with --database.")
        return 1
    if connection.vendor == "postgresql":
        # Indexes of rows that changed afterwards lead to what is no longer there.
        with connection.cursor() as cursor:
            cursor.execute("VACUUM ANALYZE")
    for model, count in sorted(store.written.items(), key=lambda one: -one[1]):
        print(f"{count:>12,}  {model._meta.verbose_name_plural}")
    print(f"written in {time.perf_counter() - began:.0f} s")
    return 0


def _measure(asked: argparse.Namespace) -> int:
    open_site(asked.database)

    from tools.load.measuring import measure, plan_as_if_large, read_as_from_memory

    logging.disable(logging.ERROR)
    read_as_from_memory()
    if asked.small:
        plan_as_if_large()
    print(json.dumps(measure(timed=asked.timed, screen=_Screen(), names=asked.only)))
    return 0


def _flat(asked: argparse.Namespace) -> int:
    found = compared(
        *measured_in_turns((asked.small, asked.large), runs=asked.runs, only=asked.only)
    )
    growing = [one for one in found if one.asks_more or one.takes_longer]
    for one in found if asked.all else growing:
        print(one)
    print(f"{len(growing)} of {len(found)} grow")
    return 1 if growing else 0


def _play(asked: argparse.Namespace) -> int:
    from tools.load.players import MOVES, VISITS
    from tools.load.playing import play

    done = play(
        database=asked.database,
        broker=asked.broker,
        cache=asked.cache,
        seconds=asked.seconds,
        threads=asked.threads,
        rate=asked.rate,
        visits=MOVES if asked.moves else VISITS,
    )
    for line in done.lines():
        print(line)
    return 0 if done.enough else 1


def _memory(asked: argparse.Namespace) -> int:
    from tools.load.memory import Plan, measure_memory

    found = measure_memory(
        Plan(requests=asked.requests, tasks=asked.tasks, every=asked.every, minutes=asked.minutes),
        database=asked.database,
        broker=asked.broker,
        cache=asked.cache,
        screen=_Screen(),
    )
    for line in found.lines():
        print(line)
    return 1 if found.faults() else 0


def _all(asked: argparse.Namespace) -> int:
    """Make both databases where they are missing, play on each, and list what grows."""
    small, large = (f"{asked.name}_{count}" for count in (asked.games // 10, asked.games))
    status = 0
    for name, count in ((small, asked.games // 10), (large, asked.games)):
        address = f"{asked.server}/{name}"
        if create_database(asked.server, name):
            _run("make", "--games", str(count), "--database", address)
        status |= _run(
            "play", "--database", address, "--broker", f"{asked.redis}/14",
            "--cache", f"{asked.redis}/15", "--seconds", str(asked.seconds),
        )  # fmt: skip
    return status | _run(
        "flat", "--small", f"{asked.server}/{small}", "--large", f"{asked.server}/{large}",
        "--only", *asked.only,
    )  # fmt: skip


def _run(*arguments: str) -> int:
    command = [sys.executable, "-m", "tools.load", *arguments]
    return subprocess.run(command, check=False).returncode  # noqa: S603 (the arguments are ours)


def main() -> int:
    """Do what the command line asks for; return its exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.load", description=__doc__)
    commands = parser.add_subparsers(required=True)
    make = commands.add_parser("make", help="fill an empty database with games")
    make.add_argument("--games", type=int, default=1_000, help="how many (1,000)")
    make.add_argument("--database", required=True, help="postgres://… or sqlite:///…")
    make.set_defaults(do=_make)
    measure = commands.add_parser("measure", help="what is asked of one database, as JSON")
    measure.add_argument("--database", required=True)
    measure.add_argument("--small", action="store_true", help="plan queries as in a large one")
    measure.add_argument("--timed", action="store_true", help="take the time as well")
    measure.set_defaults(do=_measure)
    flat = commands.add_parser("flat", help="list what grows from a small database to a large one")
    flat.add_argument("--small", required=True, help="the database of few games")
    flat.add_argument("--large", required=True, help="the database of many games")
    flat.add_argument("--runs", type=int, default=0, help="take times in so many runs by turns")
    flat.add_argument("--all", action="store_true", help="list what does not grow as well")
    flat.set_defaults(do=_flat)
    play = commands.add_parser("play", help="let players play over HTTP on a database")
    play.add_argument("--database", required=True)
    play.add_argument("--broker", default="redis://127.0.0.1:6379/14")
    play.add_argument("--cache", default="redis://127.0.0.1:6379/15")
    play.add_argument("--seconds", type=float, default=60)
    play.add_argument("--threads", type=int, default=8, help="players at a time (8)")
    play.add_argument("--rate", type=float, default=0, help="most moves a second (no bound)")
    play.add_argument("--moves", action="store_true", help="nothing but moves")
    play.set_defaults(do=_play)
    memory = commands.add_parser("memory", help="whether a site that works needs more and more")
    memory.add_argument("--database", required=True)
    memory.add_argument("--broker", default="redis://127.0.0.1:6379/14")
    memory.add_argument("--cache", default="redis://127.0.0.1:6379/15")
    memory.add_argument("--requests", type=int, default=50_000)
    memory.add_argument("--tasks", type=int, default=50_000)
    memory.add_argument("--every", type=int, default=1_000, help="look so often (1,000)")
    memory.add_argument("--minutes", type=float, default=60, help="the longest (60)")
    memory.set_defaults(do=_memory)
    everything = commands.add_parser(
        "all", help="all of this on a database and one a tenth its size"
    )
    everything.add_argument("--games", type=int, default=10_000)
    everything.add_argument("--server", default="postgres://postgres@127.0.0.1:5432")
    everything.add_argument("--redis", default="redis://127.0.0.1:6379")
    everything.add_argument("--seconds", type=float, default=60)
    everything.add_argument("--name", default="night_mail_load", help="how databases' names begin")
    everything.set_defaults(do=_all)
    for one in (measure, flat, everything):
        one.add_argument("--only", nargs="*", default=[], help="names of addresses, or all of them")
    asked = parser.parse_args()
    return int(asked.do(asked))


sys.exit(main())
