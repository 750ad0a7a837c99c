"""`manage.py import_record FILE …`: stores records as finished games."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.timezone import now

from games.common.errors import Refused
from games.log import import_record
from games.management.progress import progress


class Command(BaseCommand):
    help = "Checks complete records and stores them as finished games in which nobody has a seat."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", type=Path, metavar="FILE")

    def handle(self, *, files: list[Path], **options: Any) -> None:
        refused = 0
        for path in progress(files, len(files), "Importing", self.stderr):
            try:
                with path.open(encoding="utf-8") as lines:
                    game = import_record(lines, now=now())
            except (Refused, OSError, UnicodeDecodeError) as error:
                refused += 1
                self.stdout.write(f"{path}: {error}")
            else:
                self.stdout.write(f"{path}: game {game}")
        if refused:
            raise CommandError(f"{refused} of {len(files)} files were refused.")
