"""`python -m tools.faults`: rounds of play with a fault in each, and whether every promise held.

A line of JSON on the run, and one a round, go to the file of results; a table and PASS or FAIL
close the output. The seed gives each round its kind, its moment and its choices; which request
meets which fault is up to the machine. ``--first N`` begins with round N of the same seed.
"""

from __future__ import annotations

import argparse
import json
import os
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import django
from django.db import connections

from games.management.progress import bar
from tools.faults import clock
from tools.faults.kinds import KINDS, OWN_KINDS, SQLITE_KINDS, plan
from tools.faults.report import rounds_in, table, verdict
from tools.faults.servers import NotHere, own_servers
from tools.faults.site import Site
from tools.site.databases import create_database, drop_database
from tools.site.waiting import Limit

Line = dict[str, Any]
Write = Callable[[Line], None]
BROKER = "redis://127.0.0.1:6379/11"
POSTGRES = "postgres://postgres@127.0.0.1:5432/postgres"
SQLITE_EVERY = 24
"""One round in this many is one of the disk, which has a site of its own on SQLite."""


def main() -> None:
    chosen = _arguments()
    limit = Limit(chosen.minutes)
    # Ctrl-C in a shell, and what CI sends: both let the site and its database go.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_at: sys.exit("Stopped."))
    sqlite = chosen.rounds // SQLITE_EVERY if not chosen.only and not chosen.sqlite else 0
    lines = _run(chosen, chosen.rounds - sqlite, limit)
    if sqlite and limit.left():
        lines += _run_on_sqlite(chosen, sqlite, limit)
    _close(lines, chosen, limit)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        # No option may be shortened: --minute was once the seconds of --refusal.
        prog="python -m tools.faults",
        description=__doc__,
        allow_abbrev=False,
    )
    parser.add_argument("--rounds", type=int, default=500)
    parser.add_argument(
        "--seed", default=secrets.token_hex(4), help="of kinds, moments and choices; any text"
    )
    parser.add_argument("--only", default="", metavar="KIND", help="rounds of this kind alone")
    parser.add_argument("--first", type=int, default=1, metavar="N", help="the number of the first")
    results = Path("test-results") / "faults.jsonl"
    parser.add_argument("--results", type=Path, default=results, help="a line of JSON a round")
    parser.add_argument(
        "--minutes",
        type=float,
        default=90,
        help="no round begins so long after the start; a run that is not done by then has failed",
    )
    parser.add_argument(
        "--refusal",
        type=float,
        default=60,
        metavar="SECONDS",
        help="seconds for which a failover refuses",
    )
    parser.add_argument(
        "--own-servers",
        action="store_true",
        help="start a PostgreSQL and a Redis for this run alone, and kill them as well",
    )
    parser.add_argument("--sqlite", action="store_true", help="on SQLite, with a disk that is full")
    chosen = parser.parse_args()
    if chosen.only and chosen.only not in KINDS:
        sys.exit(f"There is no fault {chosen.only!r}; docs/operations.md lists them.")
    if chosen.only in OWN_KINDS and not chosen.own_servers:
        sys.exit(f"{chosen.only} kills a server: add --own-servers, and it kills one of its own.")
    if chosen.only and (chosen.only in SQLITE_KINDS) != chosen.sqlite:
        needs = "PostgreSQL: leave --sqlite out" if chosen.sqlite else "SQLite: add --sqlite"
        sys.exit(f"{chosen.only} is for a site on {needs}.")
    chosen.results.parent.mkdir(parents=True, exist_ok=True)
    return chosen


def _run(chosen: argparse.Namespace, count: int, limit: Limit) -> list[Line]:
    """Run rounds in this process; Django knows one database, and learns it here."""
    folder = Path(tempfile.mkdtemp(prefix="night-mail-faults-"))
    lines: list[Line] = []
    with ExitStack() as after:
        after.callback(_leave, folder, lines)
        site = after.enter_context(_site(chosen, folder))
        again = chosen.sqlite or chosen.first > 1
        results = after.enter_context(chosen.results.open("a" if again else "w"))

        def write(line: Line) -> None:
            results.write(json.dumps(line) + "\n")
            results.flush()

        for line in _rounds(chosen, site, count, limit, write):
            lines.append(line)
            write(line)
    return lines


def _leave(folder: Path, lines: list[Line]) -> None:
    if any(line["broken"] for line in lines):
        print(f"The logs of the processes are kept in {folder}")
    else:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _site(chosen: argparse.Namespace, folder: Path) -> Iterator[Site]:
    """A site on the database of the run; in the end it stops, and the database is dropped."""
    broker = os.environ.get("NIGHT_MAIL_TEST_BROKER_URL", BROKER)
    server = os.environ.get("DATABASE_URL", POSTGRES).rpartition("/")[0]
    with ExitStack() as after:
        servers, name = None, f"nm_faults_{os.getpid()}"
        if chosen.own_servers:
            try:
                servers = after.enter_context(own_servers(postgresql=not chosen.sqlite))
            except NotHere as error:
                sys.exit(str(error))
            broker = servers.redis.address
            if servers.postgresql is not None:
                server = servers.postgresql.address.rpartition("/")[0]
        database = f"sqlite:///{folder / 'site.sqlite3'}"
        if not chosen.sqlite:
            create_database(server, name)
            database = f"{server}/{name}"
            if servers is None:
                after.callback(drop_database, server, name)
        site = Site(folder, database=database, broker=broker, servers=servers)
        if servers is None:
            after.callback(site.flush_broker)
        after.callback(connections.close_all)
        after.callback(site.stop)
        yield site


def _rounds(
    chosen: argparse.Namespace, site: Site, count: int, limit: Limit, write: Write
) -> Iterator[Line]:
    os.environ.update(site.here())
    print(f"Seed {chosen.seed}. Making a site in {site.folder} ...", flush=True)
    site.flush_broker()
    site.manage("migrate", "--verbosity", "0")
    site.manage("collectstatic", "--noinput", "--verbosity", "0")
    # All that follows takes its clock from Django when it is imported.
    clock.install()
    django.setup()
    from django.utils import timezone

    from tools.faults.report import head_line
    from tools.faults.rounds import Rounds
    from tools.faults.world import make_world

    write(head_line(chosen, site))
    with patch("ttr_site.celery.app.send_task"):
        world = make_world(timezone.now())
    rounds = Rounds(site, world, seed=chosen.seed, refusal=chosen.refusal)
    if wrong := rounds.begin():
        sys.exit("The site is broken before anything was done to it:\n" + "\n".join(wrong))
    whole = chosen.first - 1 + count
    kinds = plan(
        whole, chosen.only, Random(chosen.seed), sqlite=chosen.sqlite, own=chosen.own_servers
    )
    began = time.monotonic()
    line: Line = {}
    for number in limit.within(range(chosen.first, whole + 1), "Round"):
        if line:
            yield line
        line = rounds.run(number, kinds[number - 1]).as_line()
        _show(number - chosen.first + 1, count, line, time.monotonic() - began)
    if not line:
        return
    # What is left until the end belongs to the last round.
    before = rounds.promises.recounts.times
    for promise, faults in rounds.finish().items():
        print(*faults, sep="\n")
        line["broken"].setdefault(promise, []).extend(faults)
    line["recounts"] += rounds.promises.recounts.times - before
    yield line


def _show(done: int, total: int, line: Line, seconds: float) -> None:
    """Draw the bar on a terminal, and a line elsewhere; a broken promise is always printed."""
    left = seconds / done * (total - done) / 60
    said = (
        f"{bar(done, total)} {line['kind']}: {line['hit']}; moves {line['moves']},"
        f" mails {line['mails']}, well again in {line['recovery']:.1f} s;"
        f" {left:.0f} min left"
    )
    if sys.stdout.isatty():
        print(f"\r\x1b[K{said}", end="", flush=True)
    else:
        print(said, flush=True)
    for promise, faults in line["broken"].items():
        for fault in faults:
            print(f"\n  BROKEN {promise} (round {line['number']}): {fault}", flush=True)


def _run_on_sqlite(chosen: argparse.Namespace, count: int, limit: Limit) -> list[Line]:
    """Run the rounds of the disk in a process of their own; their lines follow in the results."""
    before = len(rounds_in(chosen.results))
    done = subprocess.run(
        [sys.executable, "-m", "tools.faults", "--sqlite", f"--rounds={count}",
         f"--seed={chosen.seed}", f"--results={chosen.results}", f"--minutes={limit.left():.2f}",
         *["--own-servers"] * chosen.own_servers],
        check=False,
    )  # fmt: skip
    lines = rounds_in(chosen.results)[before:]
    if len(lines) < count:
        print(f"The rounds on SQLite ended early, with {done.returncode}.")
    return lines


def _close(lines: list[Line], chosen: argparse.Namespace, limit: Limit) -> None:
    """Say what came of the run; of rounds on SQLite the run says it that they are a part of."""
    well, said = verdict(lines, chosen.rounds)
    if not chosen.sqlite:
        print("\n\n" + "\n".join(table(lines)))
        recounts = sum(line["recounts"] for line in lines)
        print(
            f"\n{len(lines)} rounds in {limit.spent():.1f} minutes of {limit.minutes:g},"
            f" {sum(line['seconds'] for line in lines) / 60:.1f} of them for the rounds;"
            f" {recounts} times results were counted again."
        )
        print(said)
    sys.exit(not well)


if __name__ == "__main__":
    main()
