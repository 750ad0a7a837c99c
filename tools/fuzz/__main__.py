"""`python -m tools.fuzz`: damaged requests to all addresses of the site, in every role.

The site is one of its own, with demo data in a database that goes with the process. Its end is PASS
where no request ended in an error, else FAIL after each kind of error with a request that repeats
it: the same seed makes the same requests. Codes of games and tokens are others in every database;
``--database`` keeps one for the next time.
"""

from __future__ import annotations

import argparse
import logging
import os
import signal
import sys
import time

from django.core.management.base import OutputWrapper

from games.management.progress import progress
from tools.site.databases import open_site


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
        "--database", default="", help="a database to use and to keep: sqlite:///… or postgres://…"
    )
    asked = parser.parse_args()
    print("Making demo data ...", flush=True)
    # The settings are those of a development site without ``DEBUG``.
    os.environ["NIGHT_MAIL_DEBUG"] = "0"
    open_site(asked.database, bare=False)
    return _run(asked)


def _run(asked: argparse.Namespace) -> int:
    """Let everybody sign in, find what there is, and send the requests."""
    from tools.fuzz.cases import Cases
    from tools.fuzz.crawl import walk
    from tools.fuzz.report import Report
    from tools.fuzz.sending import Sender
    from tools.fuzz.site import callers, make_demo

    make_demo()
    numbers = asked.only or range(asked.requests)
    began = time.monotonic()
    who, report, stopped = callers(), Report(), False
    sender = Sender(who)
    # Of requests that it refuses the site writes lines.
    logging.disable(logging.CRITICAL)
    print("Reading pages ...", flush=True)
    try:
        cases = Cases(walk(sender, each=asked.each, roles=[*who]), [*who], asked.seed)
        for number in progress(numbers, len(numbers), "Requests", OutputWrapper(sys.stderr)):
            request = cases.request(number)
            report.add(number, request, sender.send(request))
    except KeyboardInterrupt:
        stopped = True
    print("", report.summary(), *report.troubles(asked.seed), sep="\n")
    failed = sum(map(len, report.failures.values()))
    print(f"\nSeed {asked.seed}, {time.monotonic() - began:.0f} s, {failed} failed.")
    print("STOPPED" if stopped else "FAIL" if failed else "PASS")
    return int(stopped or failed > 0)


if __name__ == "__main__":
    sys.exit(main())
