"""`manage.py demo`: people and games to try the site with."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils.timezone import now

from games.demo.steps import STEPS


class Command(BaseCommand):
    help = "Makes demo people and games; makes nothing twice."

    def handle(self, **options: Any) -> None:
        if settings.PRODUCTION:
            raise CommandError(
                "Demo people have a password that everyone knows: not made in production."
            )
        for step in STEPS:
            self.stdout.write(f"  {step(now())}")
