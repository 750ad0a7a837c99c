"""`manage.py verify_log [CODE …] [--new]`: proves that no log was touched."""

from __future__ import annotations

from argparse import ArgumentParser
from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import InternalError
from django.db.models import Min
from django.utils.timezone import now

from games.log.models import LogProof
from games.log.proofs import PROVED_AGAIN, due_games, prove
from games.log.verifying import unguarded
from games.management.progress import games_named, progress
from games.moderation.audit import missing_triggers as audit_unguarded
from games.tables.models import Game


class Command(BaseCommand):
    help = (
        "Checks the logs of games: numbers, hash chain, commitment, every shuffle, and every event"
        " against the action that caused it."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("codes", nargs="*", metavar="CODE", help="games; without any, all")
        parser.add_argument(
            "--new",
            action="store_true",
            help="only logs that have changed since they were proved, and those proved long ago",
        )
        parser.add_argument(
            "--days",
            type=int,
            default=PROVED_AGAIN.days,
            help=f"with --new: what counts as long ago (default {PROVED_AGAIN.days})",
        )

    def handle(self, *, codes: list[str], new: bool, days: int, **options: Any) -> None:
        moment = now()
        games = Game.objects.order_by("pk")
        if new:
            games = due_games(now=moment, again=timedelta(days=days))
        games = games_named(codes, games)
        # The ids first: the list of due games changes while they are proved.
        ids = list(games.values_list("pk", flat=True))
        total, faulty = len(ids), 0
        for pk in progress(ids, total, "Checking logs", self.stderr):
            game = Game.objects.filter(pk=pk).first()
            if game is None:
                continue  # a practice game that was deleted meanwhile
            try:
                faults = prove(game=game, now=moment)
            except InternalError as error:
                raise CommandError(
                    f"The database cannot be written, and proofs are: {error}. On a replica, run"
                    " `manage.py replay_all`, or name the primary server in DATABASE_URL."
                ) from error
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
        if new and not codes:
            self._tell_the_others(days)

    def _tell_the_others(self, days: int) -> None:
        spared = LogProof.objects.aggregate(first=Min("proved_at"))["first"]
        if spared is not None:
            self.stdout.write(
                f"All others were so when they were last proved, within {days} days; the oldest of"
                f" these proofs is of {spared:%Y-%m-%d}. Without --new, all are proved."
            )
