"""`manage.py check_draw LEAGUE NUMBER`: repeats the draw of a season from its seed and field."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.leagues.models import Season
from games.leagues.season.draw_check import check_draw
from games.leagues.season.draw_seed import changes_text, commitment_to, field_text


class Command(BaseCommand):
    help = (
        "Repeats the draw of a season, and says whether it gives the stored divisions and tables."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("league", help="the address of the league: /leagues/LEAGUE/")
        parser.add_argument("number", type=int, help="the number of the season")

    def handle(self, *, league: str, number: int, **options: Any) -> None:
        season = Season.objects.filter(league__slug=league, number=number).first()
        if season is None:
            raise CommandError(f"There is no season {number} of a league at /leagues/{league}/.")
        if not (checks := check_draw(season)):
            raise CommandError("This season has not been drawn yet.")
        self.stdout.write(f"Commitment: {commitment_to(season)}")
        self.stdout.write(f"Field: {field_text(season) or 'not kept before release 0.4.0'}")
        self.stdout.write(f"Changes by directors: {changes_text(season) or 'none'}")
        for check in checks:
            players = "as drawn" if check.players else "DIFFERENT players"
            tables = "as drawn" if check.tables else "DIFFERENT tables"
            self.stdout.write(f"Division {check.tier}: {players}, {tables}")
        if not all(check.passed for check in checks):
            raise CommandError("The stored draw does not follow from its seed and field.")
