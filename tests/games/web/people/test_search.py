"""Search in the lobby and among players: what is found, in which order, along which index."""

from __future__ import annotations

import pytest
from django.db import connection

from games.lobby import GameOptions, create_game
from games.people.models import Person
from games.players.follows.models import Follow
from games.players.models import Rating, ReliabilityRecord
from games.players.selectors import PlayerSearch, search_players
from games.players.skill import mu_of_points, points_of
from games.players.sums import recount_sums
from games.tables.models import Game
from games.web.people import views
from tests.fixtures.games import NOW
from tests.fixtures.pages import Browse
from tests.fixtures.recalled import recall


@pytest.fixture(autouse=True)
def _clock_stands_still(still_clock: None) -> None:
    """The clock stands at NOW."""


def text(answer) -> str:
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.fixture
def tables(alice: Person, bob: Person) -> dict[str, Game]:
    """Open tables that differ, by name."""

    def table(organiser: Person, **options: object) -> Game:
        chosen = GameOptions(**{"board": "usa", "seats": 3, **options})
        return create_game(organiser=organiser, options=chosen, now=NOW)

    def make() -> dict[str, int]:
        found = {
            "japan": table(alice, board="japan", name="Cherry trees"),
            "four": table(alice, seats=4, days_per_turn=7),
            "bots": table(bob, bots=["random"]),
            "quick": table(bob, days_per_turn=1, rated=False),
            "hours": table(bob, days_per_turn=0, hours_per_turn=4, evening_minutes=5),
        }
        return {name: game.pk for name, game in found.items()}

    made = recall("open tables that differ", make)
    return {name: Game.objects.get(pk=pk) for name, pk in made.items()}


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({}, {"japan", "four", "bots", "quick", "hours"}),
        ({"board": "japan"}, {"japan"}),
        ({"seats": "4"}, {"four"}),
        ({"days": "1"}, {"quick", "hours"}),
        ({"days": "0"}, {"hours"}),
        ({"evening": "yes"}, {"hours"}),
        ({"evening": "no", "bots": "yes"}, {"bots"}),
        ({"rated": "no"}, {"bots", "quick"}),
        ({"bots": "yes"}, {"bots"}),
        ({"bots": "no", "rated": "yes"}, {"japan", "four", "hours"}),
        ({"text": "cherry"}, {"japan"}),
        ({"text": "BOB"}, {"bots", "quick", "hours"}),
        ({"followed": "on"}, {"bots", "quick", "hours"}),
        ({"text": "nothing like it"}, set()),
        # What cannot be read asks nothing.
        ({"board": "mars", "seats": "x", "days": "-1", "rated": "maybe"},
         {"japan", "four", "bots", "quick", "hours"}),
    ],
)  # fmt: skip
def test_the_lobby_shows_what_was_searched_for(
    query: dict[str, str],
    found: set[str],
    tables: dict[str, Game],
    browse: Browse,
    bob: Person,
    charlie: Person,
) -> None:
    Follow.objects.create(person=charlie, followed=bob, at=NOW)
    page = text(browse(charlie).get("/lobby/", query))
    assert {name for name, game in tables.items() if game.code in page} == found
    assert ("No table fits your search." in page) == (not found)


def test_the_pages_of_a_search_keep_it(
    tables: dict[str, Game], browse: Browse, alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.web.lobby.views.TABLES_PER_PAGE", 1)
    page = text(browse(None).get("/lobby/", {"text": "bob", "rated": "no"}))
    assert "?text=bob&amp;rated=no&amp;page=2" in page
    assert tables["quick"].code in text(
        browse(None).get("/lobby/", {"text": "bob", "rated": "no", "page": "2"})
    )


@pytest.fixture
def players(alice: Person, bob: Person, charlie: Person, dana: Person, begin) -> None:
    """Alice is rated 1700, Bob 1500; Bob is reliable, Charlie is not; Alice and Dana play."""

    def play() -> None:
        for person, points in ((alice, 1700), (bob, 1500)):
            Rating.objects.create(
                person=person, board="", mu=mu_of_points(points), sigma=2, games=9, at=NOW
            )
        game = begin(alice, dana)
        for person, missed in ((bob, 1), (charlie, 30)):
            ReliabilityRecord.objects.create(
                game=game, person=person, seq=1, answered=99, missed=missed
            )
        recount_sums()
        Person.objects.create_user("erin@example.org", "Erin").delete()

    recall("players of different ratings", play)


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({}, ["Alice", "Bob", "Charlie", "Dana"]),
        ({"name": "ALÍ"}, ["Alice"]),
        ({"name": "AN"}, ["Dana"]),
        ({"rating": "1500"}, ["Alice", "Bob"]),
        ({"rating": "1501"}, ["Alice"]),
        ({"active": "7"}, ["Alice", "Dana"]),
        ({"reliability": "95"}, ["Bob"]),
        ({"followed": "on"}, ["Dana"]),
        ({"name": "zz"}, []),
        ({"rating": "high", "active": "3", "after": "B"}, ["Bob", "Charlie", "Dana"]),
    ],
)
def test_players_are_found_by_name_rating_activity_and_reliability(
    query: dict[str, str], found: list[str], players: None, browse: Browse, bob: Person,
    dana: Person,
) -> None:  # fmt: skip
    Follow.objects.create(person=bob, followed=dana, at=NOW)
    page = text(browse(bob).get("/players/", query))
    table = page.partition("<tbody>")[2]
    names = [name for name in ("Alice", "Bob", "Charlie", "Dana") if f"/people/{name}/" in table]
    assert names == found
    assert "@" not in table


def test_pages_of_players_are_stable(
    players: None, browse: Browse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(views, "PLAYERS_PER_PAGE", 2)
    first = text(browse(None).get("/players/"))
    assert "?after=Bob" in first
    # Somebody who comes between moves nobody from the next page.
    Person.objects.create_user("aaron@example.org", "Aaron")
    second = text(browse(None).get("/players/", {"after": "Bob"}))
    assert "/people/Charlie/" in second
    assert "/people/Dana/" in second
    assert "/people/Bob/" not in second


def test_points_are_those_that_pages_show() -> None:
    for points in (900, 1499, 1500, 1501, 2100):
        assert points_of(mu_of_points(points) + 1e-9) == points
        assert points_of(mu_of_points(points) - 1e-3) == points - 1


@pytest.mark.parametrize(
    "rows",
    [
        lambda: search_players(PlayerSearch(rating=1600, active_days=30), now=NOW)[:51],
        lambda: search_players(PlayerSearch(reliability=90), now=NOW)[:51],
    ],
    ids=["players", "reliable players"],
)
def test_lists_are_read_along_an_index_and_not_sorted(rows, db: None) -> None:
    if connection.vendor == "sqlite":
        sorts, reads_all, index = "USE TEMP B-TREE FOR ORDER BY", "SCAN games_seat", "USING"
    else:
        sorts, reads_all, index = "Sort", "Seq Scan on games_seat", "Index"
        with connection.cursor() as cursor:
            # Small tables would be read as a whole, which tells nothing of large ones.
            for way in ("seqscan", "sort", "hashagg"):
                cursor.execute(f"SET LOCAL enable_{way} = off")
    plan = rows().explain()
    assert sorts not in plan
    assert reads_all not in plan
    assert index in plan
