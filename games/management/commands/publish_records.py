"""`manage.py publish_records MONTH …`: the records of all rated public games of a month."""

from __future__ import annotations

from argparse import ArgumentParser
from datetime import timedelta
from functools import partial
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.timezone import now

from games.common.errors import Refused
from games.common.work import COLLECTIONS
from games.common.work_rows import WorkStatus
from games.management.progress import Progress
from games.notifications.leases import make_row
from games.sharing.records.collections import order_month
from games.sharing.records.models import Collection


class Command(BaseCommand):
    help = (
        "Makes the file with the records of all finished, rated, public games of a month (UTC),"
        " which the page /records/ lists. A month that has one keeps it, except with --again."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("months", nargs="+", metavar="MONTH", help="such as 2026-11")
        parser.add_argument(
            "--again",
            action="store_true",
            help="make it again, from the present games; until then the old file stays",
        )

    def handle(self, *, months: list[str], again: bool, **options: Any) -> None:
        for month in months:
            try:
                row = order_month(month, now=now())
            except Refused as error:
                raise CommandError(str(error)) from error
            waits = Collection.objects.filter(pk=row.pk)
            if again or row.status != WorkStatus.READY:
                waits.update(status=WorkStatus.PENDING, attempts=0, next_attempt_at=now(), done=0)
                self._make(row, month)
            row.refresh_from_db()
            self.stdout.write(f"{month}: {row.games} games, {row.size} bytes, sha256 {row.digest}")

    def _make(self, row: Collection, month: str) -> None:
        note = partial(Progress(self.stderr), month)
        if not make_row(COLLECTIONS, pk=row.pk, now=now() + timedelta(seconds=1), note=note):
            raise CommandError(f"{month}: the file was not made; the log of the site says why.")
