"""`manage.py partition_events`: the table of events in partitions, on PostgreSQL."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.management.progress import Progress
from games.operators.partitioning import PartitioningError, partition_events


class Command(BaseCommand):
    help = (
        "Partitions the table of events by hash of the game, in one transaction: for sites with"
        " tens of millions of events. Stop the site and make a backup before."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--partitions", type=int, default=16)

    def handle(self, *, partitions: int, **options: Any) -> None:
        try:
            rows = partition_events(partitions=partitions, shown=Progress(self.stderr))
        except PartitioningError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{rows} events are in {partitions} partitions.")
