"""`manage.py simulate_league`: a league of bots with absences, bans and an outage, then checked."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from argparse import SUPPRESS, ArgumentParser
from functools import partial
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from games.demo.simulation.league import Scale, Simulation, Summary
from games.demo.simulation.process import skip_fsync
from games.demo.simulation.workers import Workers
from games.management.progress import progress
from games.people.models import Person


class Command(BaseCommand):
    help = (
        "Plays a league of people who do not exist, on a clock of its own and a database of its"
        " own, and checks that standings, games and ratings are consistent at the end."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
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

        parser.add_argument("--throwaway", action="store_true", help=SUPPRESS)

    def handle(self, **options: Any) -> None:
        if options["here"]:
            self._simulate(**options)
        else:
            self._elsewhere(**options)

    def _elsewhere(self, **options: Any) -> None:
        """Run the command again with a database of its own."""
        with tempfile.TemporaryDirectory(prefix="night-mail-league-") as folder:
            database = options["keep"] or str(Path(folder) / "league.sqlite3")
            if Path(database).exists():
                raise CommandError(f"{database} exists. Name a file that does not.")
            words = ["--here"] if options["keep"] else ["--here", "--throwaway"]
            for name in ("players", "seasons", "division_size", "seed", "processes"):
                words += [f"--{name.replace('_', '-')}", str(options[name])]
            done = subprocess.run(  # noqa: S603
                [sys.executable, "manage.py", "simulate_league", *words],
                cwd=settings.BASE_DIR,
                env={
                    **os.environ,
                    "DATABASE_URL": f"sqlite:///{Path(database).resolve()}",
                    "NIGHT_MAIL_LOG_LEVEL": "ERROR",
                },
                check=False,
            )
        if done.returncode:
            raise CommandError("The simulation found faults.")

    def _simulate(
        self,
        *,
        players: int,
        seasons: int,
        division_size: int,
        seed: str,
        processes: int,
        throwaway: bool,
        **options: Any,
    ) -> None:
        if "games_person" in connection.introspection.table_names() and Person.objects.exists():
            raise CommandError("There are people in this database. Use an empty one.")
        call_command("migrate", verbosity=0)
        if throwaway:
            skip_fsync()
        began = time.monotonic()
        scale = Scale(players=players, seasons=seasons, division_size=division_size)

        with Workers(processes, throwaway=throwaway) as workers:
            summary = Simulation(scale, seed, workers).run(partial(progress, stream=self.stderr))
        self._tell(summary, time.monotonic() - began)
        if summary.faults:
            raise CommandError(f"{len(summary.faults)} faults.")

    def _tell(self, summary: Summary, seconds: float) -> None:
        verdicts = ", ".join(f"{count} {name}" for name, count in summary.verdicts.items())
        lines = [
            f"divisions, season by season: {', '.join(map(str, summary.divisions))}",
            f"games: {summary.games} ({verdicts})",
            f"moves: {summary.moves:,}, and {summary.automatic:,} by the clock",
            f"vacations: {summary.vacations}, bans: {summary.bans},"
            f" withdrawals: {summary.withdrawals}, substitutes: {summary.substitutes}",
            f"outages: {summary.outages}, for which {summary.moved} games got their time back",
            f"sweeps that failed at a seat: {summary.failed}",
            *(f"FAULT: {fault}" for fault in summary.faults),
            f"{'faulty' if summary.faults else 'consistent'}, in {seconds:.0f} s",
        ]
        for line in lines:
            self.stdout.write(line)
