"""All games of a player: search, pages, and what others may see of them."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.leagues.models import Season, SeasonGame
from games.people.models import Person
from games.tables.models import Game, Seat
from tests.fixtures.games import NOW
from tests.games.leagues.conftest import (
    DAY,
    STARTS,
    announced,
    crowd,
    director,
    league,
    registered,
    running,
)
from tests.games.players.conftest import Ended, ended

__all__ = ["announced", "crowd", "director", "ended", "league", "registered", "running"]
URL = "/people/Alice/games/"


def listed(client: Client, **search: object) -> list[str]:
    """The codes of the games on the page, in its order."""
    answer = client.get(URL, search)
    assert answer.status_code == 200
    table = answer.content.decode().partition("<tbody>")[2].partition("</tbody>")[0]
    return re.findall(r'href="/games/(\w+)/"', table)


@pytest.fixture
def played(ended: Ended) -> Callable[..., str]:
    """Store a game with places: `played((alice, 1), (bob, 2), hours=3)`, and return its code."""

    def play(*places: tuple[Person, int | None], **fields: object) -> str:
        people = [person for person, _place in places]
        order = [place or 1 for _person, place in places]
        game = ended(*[[one] for one in people], places=order, **fields)
        for person, place in places:
            Seat.objects.filter(game=game, person=person).update(place=place, points=90)
        return game.code

    return play


def test_games_that_are_over_come_with_the_latest_end_first(
    played, browse, alice: Person, bob: Person
) -> None:
    codes = [played((alice, 1), (bob, 2), hours=hours) for hours in range(3)]
    assert listed(browse(alice)) == codes[::-1]
    page = browse().get(URL).content.decode()
    assert "Games of Alice" in page
    assert "1 of 2" in page
    for address in ("/people/Alice/", "/"):
        assert f'href="{URL}"' in browse(alice).get(address).content.decode()


def test_each_condition_narrows_them(
    played, begin, browse, alice: Person, bob: Person, charlie: Person
) -> None:
    won = played((alice, 1), (bob, 2), hours=1)
    shared = played((alice, 1), (bob, 1), (charlie, 3), hours=2)
    third = played((alice, 3), (bob, 2), (charlie, 1), hours=3, board="japan")
    open_end = played((alice, None), (bob, None), hours=4)
    running = begin(alice, bob).code
    played((bob, 1), (charlie, 2), hours=5)
    client = browse(alice)
    assert listed(client, board="japan") == [third]
    assert listed(client, opponent="CHARLIE ") == [third, shared]
    assert listed(client, result="won") == [won]
    assert listed(client, result="shared") == [shared]
    assert listed(client, result="lower") == [third]
    assert listed(client, result="none") == [open_end]
    assert listed(client, result="running") == [running]
    assert listed(client, result="lower", opponent="Bob", board="japan") == [third]
    assert listed(client, result="won", board="japan") == []
    assert "No game fits your search." in client.get(URL, {"board": "india"}).content.decode()


def test_both_days_of_a_search_belong_to_it_in_the_zone_of_the_reader(
    played, browse, alice: Person, bob: Person
) -> None:
    Person.objects.update(timezone="Europe/Amsterdam")
    alice.refresh_from_db()
    midnight = NOW.replace(hour=23, minute=0, second=0, microsecond=0)  # in Amsterdam, in winter
    before, first, last, after = (
        played((alice, 1), (bob, 2), hours=(midnight + at - NOW) / timedelta(hours=1))
        for at in (
            timedelta(seconds=-1),
            timedelta(0),
            timedelta(hours=23, minutes=59),
            timedelta(hours=24),
        )
    )
    day = f"{NOW + timedelta(days=1):%Y-%m-%d}"
    client = browse(alice)
    assert listed(client, since=day, before=day) == [last, first]
    assert listed(client, since=day) == [after, last, first]
    assert listed(client, before=day) == [last, first, before]
    assert listed(client, since="0001-01-01", before="9999-12-31") == [after, last, first, before]
    assert listed(client, since=day, result="running") == []


def test_odd_conditions_say_what_to_mend(played, browse, alice: Person, bob: Person) -> None:
    played((alice, 1), (bob, 2))
    page = browse().get(URL, {"opponent": "Nobody here"}).content.decode()
    assert "There is no player of this name." in page
    assert "<tbody>" not in page
    for odd in (
        {"since": "soon"},
        {"board": "atlantis"},
        {"season": "9" * 30},
        {"season": "x"},
        {"result": "?"},
        {"opponent": "x" * 9999},
    ):
        answer = browse().get(URL, odd)
        assert answer.status_code == 200
        assert "<tbody>" not in answer.content.decode(), odd
    assert len(listed(browse(), page="99999")) == 1
    assert browse().get("/people/Nobody/games/").status_code == 404
    assert browse(alice).post(URL).status_code == 405


def test_others_see_public_games_alone(
    played, begin, browse, alice: Person, bob: Person, charlie: Person
) -> None:
    public = played((alice, 1), (bob, 2), hours=1)
    private = played((alice, 1), (bob, 2), hours=2, public=False)
    void = played((alice, None), (bob, None), hours=3, status="void")
    practice = played((alice, 1), hours=4, practice=True, public=False)
    hidden = begin(alice, bob).code
    Game.objects.filter(code=hidden).update(public=False)
    assert listed(browse()) == listed(browse(charlie)) == [public]
    assert listed(browse(bob)) == [private, public]
    assert listed(browse(alice)) == [void, private, public]
    assert listed(browse(charlie), opponent="Bob", result="won") == [public]
    assert listed(browse(charlie), result="running") == []
    assert listed(browse(bob), result="running") == [hidden]
    assert practice not in listed(browse(alice), result="won")


def test_pages_keep_the_search_and_their_cost(played, browse, alice: Person, bob: Person) -> None:
    client = browse(alice)
    codes = [played((alice, 1), (bob, 2), hours=hours) for hours in range(3)]
    search = {"result": "won", "opponent": "Bob"}
    client.get(URL, search)
    with CaptureQueriesContext(connection) as few:
        listed(client, **search)
    codes += [played((alice, 1), (bob, 2), hours=hours) for hours in range(3, 40)]
    with CaptureQueriesContext(connection) as many:
        assert listed(client, **search) == codes[:9:-1]
    assert len(few) == len(many)
    page = client.get(URL, search).content.decode()
    assert 'href="?opponent=Bob&amp;result=won&amp;page=2"' in page
    assert listed(client, **search, page=2) == codes[9::-1]


def test_the_games_of_a_season_are_found(running: Season, browse) -> None:
    game = SeasonGame.objects.exclude(game=None).first().game
    over = {"status": "finished", "ended_at": STARTS + DAY}
    Game.objects.filter(pk=game.pk).update(**over)
    game.seats.update(over_at=STARTS + DAY)
    Person.objects.filter(seats__game=game, seats__number=0).update(name="Alice")
    page = browse().get(URL).content.decode()
    assert f'<option value="{running.pk}">Night Club, season 1</option>' in page
    assert listed(browse(), season=running.pk) == [game.code]
    Game.objects.filter(pk=game.pk).update(public=False)
    assert listed(browse(), season=running.pk) == []


def test_the_season_of_a_private_league_is_not_named_to_others(running: Season, browse) -> None:
    person = running.entries.exclude(division=None).first().person
    Person.objects.filter(pk=person.pk).update(name="Alice")
    running.league.entry = "private"
    running.league.save()
    assert "Night Club" not in browse().get(URL).content.decode()
    person.refresh_from_db()
    assert "Night Club, season 1" in browse(person).get(URL).content.decode()
