"""`manage.py verify_log [CODE …]`: proves that no log was touched."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.log.verifying import unguarded, verify
from games.management.progress import progress
from games.moderation.audit import missing_triggers as audit_unguarded
from games.tables.models import Game


class Command(BaseCommand):
    help = (
        "Checks the logs of games: numbers, hash chain, commitment, every shuffle, and every event"
        " against the action that caused it."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("codes", nargs="*", metavar="CODE", help="games; without any, all")

    def handle(self, *, codes: list[str], **options: Any) -> None:
        games = Game.objects.order_by("pk")
        if codes:
            games = games.filter(code__in=codes)
            missing = set(codes) - set(games.values_list("code", flat=True))
            if missing:
                raise CommandError(f"There is no game {', '.join(sorted(missing))}.")
        total = games.count()
        faulty = 0
        for game in progress(games.iterator(100), total, "Checking logs", self.stderr):
            faults = verify(game)
            faulty += bool(faults)
            for fault in faults:
                self.stdout.write(f"{game}: {fault}")
        wrong = [sentence for sentence in (unguarded(), audit_unguarded()) if sentence]
        if faulty:
            wrong.insert(
                0,
                f"{faulty} of {total} logs have faults. Keep a copy of the database as it is, and"
                " overwrite nothing: a backup goes into a database of its own, where the games can"
                " be compared. docs/operations.md says how, under A log with faults.",
            )
        if wrong:
            raise CommandError("\n".join(wrong))
        self.stdout.write(f"{total} logs are as they were written.")
