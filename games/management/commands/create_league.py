"""`manage.py create_league NAME --director MAIL`: creates a league for somebody to run."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.timezone import now

from games.common.errors import Refused
from games.leagues.league import create_league
from games.people.models import Person


class Command(BaseCommand):
    help = "Founds a league. Its directors plan and announce its seasons on the site."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help="what the league is called")
        parser.add_argument(
            "--director",
            dest="directors",
            action="append",
            required=True,
            metavar="MAIL",
            help="mail address of a director; may be given more than once",
        )
        parser.add_argument("--about", default="", help="what it is, for its page")

    def handle(self, *, name: str, directors: list[str], about: str, **options: Any) -> None:
        people = []
        for email in directors:
            person = Person.objects.filter(email__iexact=email).first()
            if person is None:
                raise CommandError(f"Nobody has the mail address {email}. Let them sign up first.")
            people.append(person)
        try:
            league = create_league(
                name=name, directors=people, founder=None, about=about, now=now()
            )
        except Refused as refusal:
            raise CommandError(str(refusal)) from None
        self.stdout.write(f"{league.name} is at /leagues/{league.slug}/")
