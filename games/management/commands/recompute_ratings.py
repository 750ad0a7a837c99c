"""`manage.py recompute_ratings`: counts every game again, from its log."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.core.management.base import BaseCommand
from django.utils.timezone import now

from games.management.progress import progress
from games.players import recompute_ratings


class Command(BaseCommand):
    help = (
        "Forgets all ratings and counts every rated game again from its log, in the order in which"
        " the games ended. The site may go on running; nothing changes unless something was wrong."
    )

    def handle(self, **options: Any) -> None:
        watch = partial(progress, label="Counting results", stream=self.stderr)
        counted = recompute_ratings(now=now(), watch=watch)
        self.stdout.write(f"{counted} games counted.")
