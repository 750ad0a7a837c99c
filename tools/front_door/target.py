"""What floods name of a site: accounts, games, and a record that was uploaded."""

from __future__ import annotations

from typing import Final

from django.contrib.auth.hashers import make_password
from django.test import Client

from games.people.models import Person
from games.tables.models import Game
from tools.front_door.clients import Target
from tools.site.processes import ROOT, Site

ACCOUNTS: Final = 20
"""People whose passwords the flood tries, and for whom it asks for mails."""
GAMES: Final = 200
RECORD: Final = ROOT / "tests" / "golden" / "europe-5-passes.jsonl"


def target_in(site: Site) -> Target:
    """Find what floods name of a site, whose database and cache this process uses as well."""
    people = Person.objects.filter(email__gt="").order_by("pk")[:ACCOUNTS]
    known = list(people.values_list("email", flat=True))
    Person.objects.filter(email__in=known).update(password=make_password("a lamp in the night"))
    games = Game.objects.filter(public=True, version__gte=0, practice=False).order_by("pk")
    client = Client(headers={"host": "localhost"})
    with RECORD.open("rb") as record:
        checked = client.post("/records/check/", {"record": record})
    return Target(
        web=site.port,
        gate=site.gate,
        streams=site.streams,
        known=known,
        codes=list(games.values_list("code", flat=True)[:GAMES]),
        record=checked["Location"],
        cookie=f"sessionid={client.cookies['sessionid'].value}",
    )
