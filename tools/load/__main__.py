"""``python -m tools.load``: a large database, and what grows with it.

``make`` fills an empty database with games. ``flat`` compares what every page, API call, move and
job asks of a small and a large one.
"""

from __future__ import annotations

import argparse
import json
import logging
import sys
import time

from tools.load.flat import compared, measured_in_turns
from tools.load.site import open_site


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

    from django.utils.timezone import now

    from tools.load.population import NotEmpty, make_games

    began = time.perf_counter()
    try:
        store = make_games(asked.games, now=now(), screen=_Screen())
    except NotEmpty:
        print("The database has games already: name an empty one with --database.")
        return 1
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
    print(json.dumps(measure(timed=asked.timed, screen=_Screen())))
    return 0


def _flat(asked: argparse.Namespace) -> int:
    found = compared(*measured_in_turns((asked.small, asked.large), runs=asked.runs))
    growing = [one for one in found if one.asks_more or one.takes_longer]
    for one in found if asked.all else growing:
        print(one)
    print(f"{len(growing)} of {len(found)} grow")
    return 1 if growing else 0


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
    asked = parser.parse_args()
    return int(asked.do(asked))


sys.exit(main())
