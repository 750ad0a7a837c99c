"""`manage.py recompute_reliability`: counts from every log who kept the clock."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.core.management.base import BaseCommand

from games.management.progress import progress
from games.players import recompute_reliability


class Command(BaseCommand):
    help = (
        "Forgets who was on time and who saw games through, and counts it again from every log."
        " The site may go on running; nothing changes unless something was wrong."
    )

    def handle(self, **options: Any) -> None:
        watch = partial(progress, label="Counting turns", stream=self.stderr)
        counted = recompute_reliability(watch=watch)
        self.stdout.write(f"{counted} games counted.")
