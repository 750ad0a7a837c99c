"""The lists of the admin, 200 rows a page, and the queue of moderators beside the bare page.

The bare page is base.html for somebody who is signed in, with all middleware. Each list is followed
by Django's own of the same columns, with its boxes, dates and whole rows.
"""

from __future__ import annotations

from datetime import timedelta
from functools import cache, partial

from games.leagues.league import create_league
from games.leagues.models import Division, Entry, EntryStatus, Season
from games.leagues.season.plan import Plan, game_kind, plan_season
from games.moderation.models import Report, ReportKind
from games.people.models import Person
from games.people.names import name_keys
from games.tables.models import Game, Seat
from tools.bench.figure import Figure
from tools.bench.pages import beside_bare
from tools.bench.site import NOW

PEOPLE, DIVISIONS, GAMES, ROWS = 300, 40, 3_000, 200
TABLES = {"person": ROWS, "division": DIVISIONS, "entry": ROWS, "game": ROWS, "seat": ROWS}
NEED, AIM = 1 / 32, 1 / 6
"""The goal is six bare pages; a list of one column and 200 rows takes twelve."""


def list_of(table: str) -> Figure:
    """Requests of the list of a table in the admin, by an administrator."""
    name = f"admin: list of {table}, {TABLES[table]} rows"
    url = f"/admin/games/{table}/"
    return beside_bare(name, url, NEED, person=_administrator(), rows=TABLES[table], aim=AIM)


def plain_list_of(table: str) -> Figure:
    """Requests of Django's list of the same columns, which has to reach nothing."""
    url = f"/plain/games/{table}/"
    return beside_bare(f"Django's list of {table}", url, 0, person=_administrator(), aim=AIM)


def queue() -> Figure:
    """Requests of the queue of a moderator for whom 200 reports wait."""
    return beside_bare(
        "queue, 200 reports", "/moderation/", 1 / 24, person=_administrator(), aim=AIM
    )


@cache
def _administrator() -> Person:
    """Fill the site, and return the one who administers it."""
    people = Person.objects.bulk_create(
        Person(email=f"office-{number}@example.org", name=name, **name_keys(name))
        for number in range(PEOPLE)
        for name in [f"Player {number:03}"]
    )
    day = timedelta(days=1)
    plan = Plan(
        kinds=(game_kind("usa", [4], 6),),
        division_size=8,
        promote=2,
        relegate=2,
        registration_opens_at=NOW,
        registration_closes_at=NOW + day,
        starts_at=NOW + day,
        ends_at=NOW + 60 * day,
    )
    league = create_league(name="Offices", directors=[people[0]], founder=None, now=NOW)
    season = plan_season(league=league, director=people[0], plan=plan, now=NOW)
    Season.objects.update(announced_at=NOW, drawn_at=NOW)
    divisions = Division.objects.bulk_create(
        Division(season=season, tier=tier + 1) for tier in range(DIVISIONS)
    )
    Entry.objects.bulk_create(
        Entry(
            season=season,
            person=person,
            division=divisions[number % DIVISIONS],
            status=EntryStatus.PLAYING,
            registered_at=NOW,
        )
        for number, person in enumerate(people)
    )
    games = Game.objects.bulk_create(
        Game(board="usa", seat_count=2, created_at=NOW, organiser=people[number % PEOPLE])
        for number in range(GAMES)
    )
    Seat.objects.bulk_create(
        Seat(game=game, number=seat, person=people[(number + seat) % PEOPLE], joined_at=NOW)
        for number, game in enumerate(games)
        for seat in (0, 1)
    )
    Report.objects.bulk_create(
        Report(
            kind=ReportKind.PLAYER,
            reporter=people[number],
            subject=people[number + 1],
            text="Plays slowly.",
            at=NOW,
        )
        for number in range(ROWS)
    )
    return Person.objects.create_superuser("office@example.org", "Adam", "a lamp in the night")


FIGURES = (
    *(partial(figure, table) for table in TABLES for figure in (list_of, plain_list_of)),
    queue,
)
