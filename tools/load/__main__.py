"""``python -m tools.load``: a large database, and what grows with it.

``make`` fills an empty database with games.
"""

from __future__ import annotations

import argparse
import sys
import time

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


def main() -> int:
    """Do what the command line asks for; return its exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.load", description=__doc__)
    commands = parser.add_subparsers(required=True)
    make = commands.add_parser("make", help="fill an empty database with games")
    make.add_argument("--games", type=int, default=1_000, help="how many (1,000)")
    make.add_argument("--database", required=True, help="postgres://… or sqlite:///…")
    make.set_defaults(do=_make)
    asked = parser.parse_args()
    return int(asked.do(asked))


sys.exit(main())
