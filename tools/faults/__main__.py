"""`python -m tools.faults`: rounds of play with a fault in each, and whether every promise held.

A line a round, a table and PASS or FAIL are printed. The seed gives each round its kind, its moment
and its choices; which request meets which fault is up to the machine.
"""

from __future__ import annotations

import argparse
import os
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from unittest.mock import patch

import django
from django.db import connections

from tools.faults import clock
from tools.faults.kinds import KINDS, ON_SQLITE, OWN_KINDS, plan
from tools.faults.servers import own_servers
from tools.faults.site import Site
from tools.site.databases import create_database, drop_database
from tools.site.waiting import Limit

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
    sqlite = 0 if chosen.only else chosen.rounds // SQLITE_EVERY
    wrong = _run(chosen, chosen.rounds - sqlite, limit)
    if sqlite and not (limit.left() and _run_on_sqlite(chosen, sqlite, limit)):
        wrong.append("the rounds on SQLite failed")
    print(f"FAIL: {'; '.join(wrong)}." if wrong else "PASS")
    sys.exit(bool(wrong))


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
    chosen = parser.parse_args()
    if chosen.only and chosen.only not in KINDS:
        sys.exit(f"There is no fault {chosen.only!r}; docs/operations.md lists them.")
    if chosen.only in OWN_KINDS and not chosen.own_servers:
        sys.exit(f"{chosen.only} kills a server: add --own-servers, and it kills one of its own.")
    return chosen


def _run_on_sqlite(chosen: argparse.Namespace, count: int, limit: Limit) -> bool:
    """Run the rounds of the disk in a process of their own: Django knows one database."""
    done = subprocess.run(
        [sys.executable, "-m", "tools.faults", f"--only={ON_SQLITE}", f"--rounds={count}",
         f"--seed={chosen.seed}", f"--minutes={limit.left():.2f}",
         *["--own-servers"] * chosen.own_servers],
        check=False,
    )  # fmt: skip
    return done.returncode == 0


def _run(chosen: argparse.Namespace, count: int, limit: Limit) -> list[str]:
    """Run rounds in this process and print what came of them; return why they fail."""
    folder = Path(tempfile.mkdtemp(prefix="night-mail-faults-"))
    wrong: list[str] = []
    try:
        with _site(chosen, folder) as site:
            print(f"Seed {chosen.seed}. Making a site in {folder} ...", flush=True)
            os.environ.update(site.here())
            site.flush_broker()
            site.manage("migrate", "--verbosity", "0")
            site.manage("collectstatic", "--noinput", "--verbosity", "0")
            wrong = _play_rounds(chosen, site, count, limit)
    finally:
        if wrong:
            print(f"The logs of the processes are kept in {folder}")
        else:
            shutil.rmtree(folder, ignore_errors=True)
    return wrong


@contextmanager
def _site(chosen: argparse.Namespace, folder: Path) -> Iterator[Site]:
    """A site on the database of the run; in the end it stops, and the database is dropped."""
    broker = os.environ.get("NIGHT_MAIL_TEST_BROKER_URL", BROKER)
    server = os.environ.get("DATABASE_URL", POSTGRES).rpartition("/")[0]
    with ExitStack() as after:
        servers = after.enter_context(own_servers()) if chosen.own_servers else None
        if servers is not None:
            broker = servers.redis.address
            server = servers.postgresql.address
        if chosen.only == ON_SQLITE:
            database = f"sqlite:///{folder / 'site.sqlite3'}"
        else:
            name = f"nm_faults_{os.getpid()}"
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


def _play_rounds(chosen: argparse.Namespace, site: Site, count: int, limit: Limit) -> list[str]:
    # All that follows takes its clock from Django when it is imported.
    clock.install()
    django.setup()

    from tools.faults.report import failures, table
    from tools.faults.rounds import Rounds
    from tools.faults.world import make_world

    with patch("ttr_site.celery.app.send_task"):
        world = make_world()
    rounds = Rounds(site, world, seed=chosen.seed, refusal=chosen.refusal)
    if wrong := rounds.begin():
        sys.exit("The site is broken before anything was done to it:\n" + "\n".join(wrong))
    kinds = plan(count, chosen.only, Random(chosen.seed), own=chosen.own_servers)
    outcomes = []
    for number in limit.within(range(1, count + 1), "Round"):
        outcome = rounds.run(number, kinds[number - 1])
        outcomes.append(outcome)
        print(
            f"{number}/{count} {outcome.kind}: {outcome.hit}; moves {outcome.counts['moves']},"
            f" mails {outcome.counts['mails']}, well again in {outcome.recovery:.1f} s;"
            f" {limit.spent():.1f} min",
            flush=True,
        )
        _print_broken(outcome.broken)
    if outcomes:
        # What is left until the end belongs to the last round.
        left = rounds.finish()
        _print_broken(left)
        outcomes[-1].broken |= left
        print("\n".join(["", *table(outcomes), ""]))
    print(f"{len(outcomes)} rounds in {limit.spent():.1f} minutes of {limit.minutes:g}.")
    return failures(outcomes, count)


def _print_broken(broken: dict[str, list[str]]) -> None:
    for promise, faults in broken.items():
        for fault in faults:
            print(f"  BROKEN {promise}: {fault}", flush=True)


if __name__ == "__main__":
    main()
