"""`manage.py run_seasons`: takes the steps of leagues that are due, as the worker does."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.timezone import now

from games.leagues.models import Season
from games.leagues.season.dates import make_up_for_outage
from games.leagues.season.runner import run_season
from games.management.progress import progress
from games.moderation.second_voice import carry_out_unopposed


class Command(BaseCommand):
    help = (
        "Draws, starts, adjudicates and closes the seasons for which it is time. Running it twice"
        " does nothing more; the worker does the same every minute."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("league", nargs="?", help="address of one league; without it, all")

    def handle(self, *, league: str | None, **options: Any) -> None:
        make_up_for_outage(beats=not league, now=now())
        running = Season.objects.filter(
            announced_at__isnull=False, promoted_at=None, cancelled_at=None
        ).order_by("starts_at", "pk")
        if league:
            running = running.filter(league__slug=league)
            if not running.exists():
                raise CommandError(f"No season of a league {league} is announced and not over.")
        for season in progress(list(running), len(running), "Running seasons", self.stderr):
            steps = run_season(season=season, now=now())
            self.stdout.write(f"{season}: {', '.join(steps) or 'nothing is due'}")
        if not league:
            carry_out_unopposed(now=now())
