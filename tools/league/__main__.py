"""`python -m tools.league`: a league of bots with absences, bans and an outage, then checked.

It has a clock and a database of its own, and checks that standings, games and ratings are
consistent at the end.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import django
from django.core.management import call_command
from django.core.management.base import OutputWrapper
from django.db import connection

from tools.league.process import skip_fsync

if TYPE_CHECKING:
    from tools.league.league import Summary

ROOT = Path(__file__).resolve().parents[2]


def main() -> None:
    options = _arguments()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ttr_site.settings")
    if options.here:
        django.setup()
        simulate(options)
    else:
        _elsewhere(options)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tools.league", description=__doc__)
    parser.add_argument("--players", type=int, default=200)
    parser.add_argument("--seasons", type=int, default=3)
    parser.add_argument("--division-size", type=int, default=10)
    parser.add_argument("--seed", default="1")
    parser.add_argument(
        "--processes", type=int, default=min(2, os.cpu_count() or 1), help="0: only this one"
    )
    parser.add_argument("--keep", metavar="FILE", help="where to leave the SQLite database")
    parser.add_argument(
        "--here",
        action="store_true",
        help="use the database that the site is configured with; it must be empty of people",
    )
    parser.add_argument("--throwaway", action="store_true", help=argparse.SUPPRESS)
    return parser.parse_args()


def _elsewhere(options: argparse.Namespace) -> None:
    """Run the program again with a database of its own."""
    with tempfile.TemporaryDirectory(prefix="night-mail-league-") as folder:
        database = options.keep or str(Path(folder) / "league.sqlite3")
        if Path(database).exists():
            sys.exit(f"{database} exists. Name a file that does not.")
        words = ["--here"] if options.keep else ["--here", "--throwaway"]
        for name in ("players", "seasons", "division_size", "seed", "processes"):
            words += [f"--{name.replace('_', '-')}", str(getattr(options, name))]
        done = subprocess.run(  # noqa: S603
            [sys.executable, "-m", "tools.league", *words],
            cwd=ROOT,
            env={
                **os.environ,
                "DATABASE_URL": f"sqlite:///{Path(database).resolve()}",
                "NIGHT_MAIL_LOG_LEVEL": "ERROR",
            },
            check=False,
        )
    if done.returncode:
        sys.exit("The simulation found faults.")


def simulate(options: argparse.Namespace) -> None:
    """Play the league in the database of this process.

    :raises SystemExit: if the database has people, or the checks find faults.
    """
    from games.management.progress import progress
    from games.people.models import Person
    from tools.league.league import Scale, Simulation
    from tools.league.workers import Workers

    if "games_person" in connection.introspection.table_names() and Person.objects.exists():
        sys.exit("There are people in this database. Use an empty one.")
    call_command("migrate", verbosity=0)
    if options.throwaway:
        skip_fsync()
    began = time.monotonic()
    scale = Scale(
        players=options.players, seasons=options.seasons, division_size=options.division_size
    )
    with Workers(options.processes, throwaway=options.throwaway) as workers:
        simulation = Simulation(scale, options.seed, workers)
        summary = simulation.run(partial(progress, stream=OutputWrapper(sys.stderr)))
    _print(summary, time.monotonic() - began)
    if summary.faults:
        sys.exit(f"{len(summary.faults)} faults.")


def _print(summary: Summary, seconds: float) -> None:
    verdicts = ", ".join(f"{count} {name}" for name, count in summary.verdicts.items())
    print(
        f"divisions, season by season: {', '.join(map(str, summary.divisions))}",
        f"games: {summary.games} ({verdicts})",
        f"moves: {summary.moves:,}, and {summary.automatic:,} by the clock",
        f"vacations: {summary.vacations}, bans: {summary.bans},"
        f" withdrawals: {summary.withdrawals}, substitutes: {summary.substitutes}",
        f"outages: {summary.outages}, for which {summary.moved} games got their time back",
        f"sweeps that failed at a seat: {summary.failed}",
        *(f"FAULT: {fault}" for fault in summary.faults),
        f"{'faulty' if summary.faults else 'consistent'}, in {seconds:.0f} s",
        sep="\n",
    )


if __name__ == "__main__":
    main()
