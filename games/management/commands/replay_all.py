"""`manage.py replay_all [CODE …]`: replays stored games and compares them with their rows."""

from __future__ import annotations

import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.log.replaying import replay_faults
from games.management.processes import default_processes, spread
from games.management.progress import games_named, progress
from games.tables.models import Game

ADVICE = (
    "Keep a copy of the database as it is. Run `manage.py verify_log` with the codes above: it says"
    " whether their logs are as they were written. docs/operations.md says what to do then, under A"
    " log with faults."
)


class Command(BaseCommand):
    help = (
        "Replays the log of every game and compares the state with the rows: status, result, open"
        " decisions, clocks, places, points and teams. Changes nothing; the site may go on running."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("codes", nargs="*", metavar="CODE", help="games; without any, all")
        parser.add_argument(
            "--processes", type=int, default=default_processes(), help="how many at a time"
        )
        parser.add_argument(
            "--sample", type=int, default=0, metavar="N", help="n games, spread evenly"
        )

    def handle(self, *, codes: list[str], processes: int, sample: int, **options: Any) -> None:
        games = games_named(codes, Game.objects.order_by("pk"))
        ids = list(games.values_list("pk", flat=True))
        if 0 < sample < len(ids):
            ids = [ids[place * len(ids) // sample] for place in range(sample)]
        began = time.monotonic()
        compared = spread(replay_faults, ids, processes=processes)
        watched = progress(compared, len(ids), "Replaying games", self.stderr)
        faulty = {pk: faults for pk, faults in watched if faults}
        codes_of = dict(games.filter(pk__in=faulty).values_list("pk", "code"))
        for pk in sorted(faulty):
            for fault in faulty[pk]:
                self.stdout.write(f"{codes_of.get(pk, pk)}: {fault}")
        if faulty:
            raise CommandError(
                f"{len(faulty)} of {len(ids)} games differ from their logs. {ADVICE}"
            )
        seconds = time.monotonic() - began
        self.stdout.write(f"{len(ids)} games replay to their rows, in {seconds:.1f} s.")
