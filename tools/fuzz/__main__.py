"""`python -m tools.fuzz`: damaged requests to all addresses of the site, in every role.

The site is one of its own, with demo data in a database that goes with the process. Its end is PASS
where no request ended in an error, else FAIL after each kind of error with a request that repeats
it: the same seed makes the same requests. Codes of games and tokens are others in every database;
``--database`` keeps one for the next time.
"""

from __future__ import annotations

import argparse
import signal
import sys
import time

from tools.fuzz.site import open_demo
from tools.site.databases import fresh_file


def main() -> int:
    """Do what the command line asks for; return its exit status."""
    # What ends it early ends it with a report, in a shell and in the background.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.default_int_handler)
    parser = argparse.ArgumentParser(prog="python -m tools.fuzz", description=__doc__)
    parser.add_argument("--requests", type=int, default=20_000)
    parser.add_argument("--seed", default="1", help="of all choices; any text")
    parser.add_argument("--only", type=int, nargs="*", metavar="N", help="these requests alone")
    parser.add_argument("--each", type=int, default=2, help="pages of a view that are read before")
    parser.add_argument(
        "--database", help="a database to use and to keep: sqlite:///… or postgres://…"
    )
    asked = parser.parse_args()
    print("Making demo data ...", flush=True)
    open_demo(asked.database or fresh_file())
    return _run(asked)


def _run(asked: argparse.Namespace) -> int:
    from games.management.progress import bar
    from tools.fuzz.run import fuzz

    numbers = asked.only or range(asked.requests)
    began = time.monotonic()

    def tell(what: str, done: int) -> None:
        if not sys.stderr.isatty() and done % 1000:
            return
        said = f"Reading pages ... {done}" if what == "pages" else bar(done, len(numbers))
        end = "" if sys.stderr.isatty() else "\n"
        print(f"\r{said}", end=end, file=sys.stderr, flush=True)

    report = fuzz(numbers, seed=asked.seed, each=asked.each, tell=tell)
    print("", *report.lines(), *report.troubles(asked.seed), sep="\n")
    print(f"\nSeed {asked.seed}, {time.monotonic() - began:.0f} s, {len(report.failures)} failed.")
    failed = bool(report.failures) or report.stopped
    print("STOPPED" if report.stopped else "FAIL" if failed else "PASS")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
