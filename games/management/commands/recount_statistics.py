"""`manage.py recount_statistics`: counts every finished game again, from its log."""

from __future__ import annotations

from argparse import ArgumentParser
from functools import partial
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.timezone import now

from games.management.progress import progress
from games.statistics import recount_statistics


class Command(BaseCommand):
    help = (
        "Counts every finished game again from its log and compares the statistics with that. The"
        " site may go on running; nothing changes unless something was wrong."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--check",
            action="store_true",
            help="change nothing; exit with 1 if something is different",
        )

    def handle(self, *, check: bool, **options: Any) -> None:
        watch = partial(progress, label="Counting games", stream=self.stderr)
        found = recount_statistics(now=now(), repair=not check, watch=watch)
        self.stdout.write(f"{found.games} games counted.")
        if found.equal:
            self.stdout.write("The statistics are equal to that.")
            return
        sentence = f"Different were {found.different_games} games and {found.different_sums} sums."
        if check:
            raise CommandError(f"{sentence} `manage.py recount_statistics` puts them right.")
        self.stdout.write(f"{sentence} They are right now.")
