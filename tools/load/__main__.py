"""``python -m tools.load``: a large database, what grows with it, and players who play on it.

``make`` makes databases of the games, of a tenth and, of 100,000 games, of a hundredth.
``compare`` lists what every page, API call, move and job asks more of the large one than of the
others. ``play`` starts the site on the two larger ones and lets players play over HTTP, ``moves``
lets them do nothing but move. The last line is PASS or FAIL.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from tools.load import parts
from tools.load.growth import growth_report
from tools.report import report
from tools.site.databases import create_database, in_new_process

PARTS: Final = ("make", "compare", "play", "moves")
LARGE: Final = 100_000
"""From this number of games on, a database of a hundredth is compared as well."""


def sizes(games: int) -> list[int]:
    """The games of each database, the smallest first.

    >>> sizes(100_000), sizes(10_000)
    ([1000, 10000, 100000], [1000, 10000])
    """
    return [games // part for part in (100, 10, 1) if part < 100 or games >= LARGE]


def main() -> int:
    """Do what the command line asks for; return its exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.load", description=__doc__)
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=PARTS, help="all of them")
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--templates", type=int, default=200, help="different games (200)")
    parser.add_argument("--seconds", type=float, default=60, help="for which players play (60)")
    parser.add_argument("--only", nargs="*", default=[], help="names of addresses to compare")
    parser.add_argument("--server", default="postgres://postgres@127.0.0.1:5432")
    parser.add_argument("--redis", default="redis://127.0.0.1:6379")
    parser.add_argument("--name", default="night_mail_load", help="how databases' names begin")
    parser.add_argument("--keep", type=Path, metavar="FILE", help="write what is printed there")
    asked = parser.parse_args()
    with report(asked.keep) as paper:
        well = all(list(measured(asked, paper.say)))
        paper.say("PASS" if well else "FAIL")
    return 0 if well else 1


def measured(asked: argparse.Namespace, say: Callable[[str], None]) -> Iterator[bool]:
    """Do the parts that are ``asked`` for, and ``say`` their reports; whether each is well."""
    databases = {count: f"{asked.server}/{asked.name}_{count}" for count in sizes(asked.games)}
    *smaller, large = databases
    if "make" in asked.parts:
        for count, database in databases.items():
            create_database(asked.server, f"{asked.name}_{count}")
            say(f"\nmake {count:,} games")
            say(in_new_process(parts.make, database, count, asked.templates))
    if "compare" in asked.parts:
        # Before players move on them, they differ in nothing but their size.
        asked_of = {
            count: in_new_process(parts.visit, database, asked.only)
            for count, database in databases.items()
        }
        for count in smaller:
            say(f"\ncompare {count:,} and {large:,} games")
            lines, well = growth_report(asked_of[count], asked_of[large])
            say("\n".join(lines))
            yield well
    runs = [("play", smaller[-1]), ("play", large), ("moves", large)]
    for part, count in runs:
        if part in asked.parts:
            say(f"\n{part} on {count:,} games, {asked.seconds:g} s")
            lines, well = in_new_process(
                parts.play, databases[count], asked.redis, asked.seconds, part == "moves"
            )
            say("\n".join(lines))
            yield well


if __name__ == "__main__":
    sys.exit(main())
