"""`manage.py backup FILE`: a consistent backup of the database of a running site."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.utils.timezone import now

from games.management.progress import Progress
from games.operators.backup import make_backup
from games.operators.backup.archive import BackupError
from games.operators.backup.pruning import delete_old_backups
from games.operators.job_runs import BACKUP, FAILED_BACKUP, note_run


class Command(BaseCommand):
    help = (
        "Writes the whole database, as it is at one moment, with the facts to check a restored one"
        " by, into a new file. The site may go on running."
    )
    # Also of a database that waits for its migrations.
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path)

    def handle(self, *, file: Path, **options: Any) -> None:
        try:
            manifest = make_backup(
                database=connection.settings_dict,
                path=file,
                shown=Progress(self.stderr),
                now=now(),
            )
        except BackupError as error:
            note_run(job=FAILED_BACKUP, now=now())
            raise CommandError(str(error)) from error
        note_run(job=BACKUP, now=now())
        for old in delete_old_backups(beside=file, days=settings.KEEP_BACKUP_DAYS, now=now()):
            self.stdout.write(
                f"{old} was deleted: it is older than {settings.KEEP_BACKUP_DAYS} days."
            )
        facts = manifest.facts
        games, events = facts["tables"]["games_game"], facts["tables"]["games_event"]
        self.stdout.write(
            f"{file}: {games} games with {events} events, {file.stat().st_size / 1e6:.1f} MB."
        )
        if facts["loose_ends"] or facts["expected_events"] != events or not facts["triggers"]:
            self.stderr.write(
                "The backup is whole, but the database has faults: run `manage.py verify_log`."
            )
