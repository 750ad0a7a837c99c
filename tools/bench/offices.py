"""The lists of the admin, 200 rows a page, and the queue of moderators beside the bare page.

The bare page is base.html for somebody who is signed in, with all middleware. What Django's own
lists of the same columns take is in docs/performance.md.
"""

from __future__ import annotations

from functools import cache, partial

from games.moderation.models import Report, ReportKind
from games.people.models import Person
from games.tables.models import Game, Seat
from tools.bench.figure import Figure
from tools.bench.pages import beside_bare
from tools.bench.site import NOW, make_season

PEOPLE, DIVISION, GAMES, ROWS = 320, 8, 3_000, 200
TABLES = {
    "person": ROWS, "division": PEOPLE // DIVISION, "entry": ROWS, "game": ROWS, "seat": ROWS
}  # fmt: skip
"""The lists that are measured, with their rows."""


def list_of(table: str) -> Figure:
    """Requests of the list of a table in the admin, by an administrator."""
    rows = TABLES[table]
    page = beside_bare(1 / 32, f"/admin/games/{table}/", _administrator(), rows=rows)
    return Figure(f"admin: list of {table}, {rows} rows", page)


def queue() -> Figure:
    """Requests of the queue of a moderator for whom 200 reports wait."""
    return Figure("queue, 200 reports", beside_bare(1 / 24, "/moderation/", _administrator()))


@cache
def _administrator() -> Person:
    """Fill the site, and return the one who administers it."""
    make_season(PEOPLE, DIVISION)
    people = list(Person.objects.order_by("pk"))
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


FIGURES = (*(partial(list_of, table) for table in TABLES), queue)
