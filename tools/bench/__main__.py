"""``python -m tools.bench`` (`make bench`): measures every figure that Night Mail promises.

A line that begins with FAIL is a figure that was missed; the last line is PASS or FAIL.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from tools.bench.figure import Figure, count, measure, own_process
from tools.report import load, report
from tools.site.databases import open_site

OF_ENGINE = ("play", "boards")
OF_SITE = (
    "pages",
    "api",
    "streams",
    "standings",
    "statistics",
    "offices",
    "mails",
    "moves",
    "pairing",
)
"""Modules, in the order in which they are measured; each has the functions of its figures."""


def main() -> int:
    """Measure and print; return 1 if a figure was missed."""
    parts = OF_ENGINE + OF_SITE
    parser = argparse.ArgumentParser(prog="python -m tools.bench", description=__doc__)
    names = ", ".join(parts)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"measure only these of {names}")
    parser.add_argument("--keep", type=Path, metavar="FILE", help="write what is printed there")
    asked = parser.parse_args()
    # Some Pythons 3.11 refuse no part at all where argparse itself has the choices.
    if unknown := set(asked.parts).difference(parts):
        parser.error(f"there is no {', '.join(sorted(unknown))}; there are {names}")
    began, enough = time.perf_counter(), True
    with report(asked.keep) as paper:
        for part in parts:
            if not asked.parts or part in asked.parts:
                for figure in _figures(part):
                    enough = enough and figure.enough
                    paper.say(str(figure))
        paper.say(f"measured in {time.perf_counter() - began:.0f} s, load {load()}")
        paper.say("PASS" if enough else "FAIL")
    return 0 if enough else 1


def _figures(part: str) -> Iterator[Figure]:
    """Measure a part in a process of its own, and so on a database of its own."""
    with own_process(open_site if part in OF_SITE else None) as process:
        for number in range(process.submit(count, part).result()):
            yield process.submit(measure, part, number).result()


if __name__ == "__main__":
    sys.exit(main())
