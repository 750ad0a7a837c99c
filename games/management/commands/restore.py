"""`manage.py restore FILE --into URL`: a backup into an empty database, proved by replay."""

from __future__ import annotations

import os
import subprocess
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from games.management.processes import default_processes
from games.management.progress import Progress
from games.operators.backup import restore_backup
from games.operators.backup.archive import BackupError
from games.operators.backup.restoring import missing_migrations
from ttr_site.env import database

SAMPLE = 100


class Command(BaseCommand):
    help = (
        "Fills an empty database with a backup, compares counts, the ends of all logs and triggers"
        " with those of the moment of the backup, and replays games."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path)
        parser.add_argument(
            "--into",
            metavar="URL",
            required=True,
            help="an empty database, written as in DATABASE_URL; PGPASSWORD may hold a password",
        )
        parser.add_argument(
            "--replay",
            default=str(SAMPLE),
            metavar="N",
            help=f"how many games to replay, or all, or 0 (default {SAMPLE})",
        )

    def handle(self, *, file: Path, into: str, replay: str, **options: Any) -> None:
        if replay != "all" and not replay.isdecimal():
            raise CommandError("Write a number after --replay, or all.")
        try:
            target = {**connection.settings_dict, **database(into)}
            manifest = restore_backup(path=file, database=target, shown=Progress(self.stderr))
        except (BackupError, ImproperlyConfigured) as error:
            raise CommandError(str(error)) from error
        facts = manifest.facts
        self.stdout.write(
            f"Restored as it was at {manifest.made_at}: {facts['tables']['games_game']} games with"
            f" {facts['tables']['games_event']} events; counts, ends of logs and triggers agree."
        )
        if missing := missing_migrations(manifest):
            self.stdout.write(
                f"The backup is of version {manifest.program} and lacks {len(missing)} migrations."
                " With DATABASE_URL naming the restored database, run `manage.py migrate`, and then"
                " `manage.py replay_all`."
            )
        elif replay != "0":
            self._replay(into, replay)

    def _replay(self, into: str, replay: str) -> None:
        """Replay games there, in processes that use the restored database."""
        words = ["--processes", str(default_processes())]
        words += [] if replay == "all" else ["--sample", replay]
        self.stdout.flush()
        done = subprocess.run(  # noqa: S603
            [sys.executable, "manage.py", "replay_all", *words],
            cwd=settings.BASE_DIR,
            env={**os.environ, "DATABASE_URL": into},
            check=False,
        )
        if done.returncode:
            raise CommandError("The restored games do not replay. Do not use this database.")
