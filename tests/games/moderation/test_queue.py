"""What waits for directors and moderators, the most urgent first."""

from __future__ import annotations

import re

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.leagues.models import Division, Entry, EntryStatus, Season
from games.moderation.reports import file_report
from games.moderation.sanctions import mute
from games.people.models import Person
from games.people.sanctions import Appeal, Sanction
from games.tables.models import Game, Seat
from tests.conftest import PeopleFactory
from tests.fixtures.games import NOW
from tests.games.moderation.conftest import DAY


def tasks(client: Client) -> list[str]:
    """The titles of the list, in its order."""
    page = client.get("/moderation/").content.decode()
    listed = page.partition('aria-labelledby="tasks-title"')[2].partition("</ul>")[0]
    return re.findall(r'<p class="row"><a [^>]*>([^<]*)</a>', listed)


def ask(season: Season, *people: Person) -> None:
    for person in people:
        Entry.objects.create(
            season=season, person=person, status=EntryStatus.ASKED, registered_at=NOW
        )


def test_a_director_reads_what_waits_in_a_season_the_most_urgent_first(
    league_game: Game, erin: Person, client: Client, people: PeopleFactory, alice: Person
) -> None:
    client.force_login(erin)
    season = Season.objects.get()
    assert tasks(client) == []
    Season.objects.update(registration_closes_at=NOW + 5 * DAY)
    ask(season, people("Kim"), people("Lea"))
    Seat.objects.filter(game=league_game, number=0).update(due_at=NOW + DAY / 2)
    Seat.objects.filter(game=league_game, number=1).update(open_since=NOW - DAY)
    file_report(reporter=alice, subject=people("Max"), kind="player", text="Rude.", now=NOW)
    assert tasks(client) == [
        "1 seat is open to substitutes",
        "1 deadline is less than a day away",
        "2 players wait for approval",
    ]
    for address in re.findall(r'<p class="row"><a href="([^"]*)"', _page(client)):
        assert client.get(address).status_code == 200


def test_a_moderator_reads_of_all_leagues_and_a_director_of_the_own(
    division: Division, mona: Person, nora: Person, alice: Person, browse, people: PeopleFactory
) -> None:
    ask(division.season, people("Kim"))
    file_report(reporter=alice, subject=people("Max"), kind="player", text="Rude.", now=NOW)
    assert len(tasks(browse(mona))) == 2
    nora.groups.clear()
    division.season.league.directors.set([nora])
    assert len(tasks(browse(nora))) == 1


def test_the_list_takes_as_many_queries_for_many_seasons_as_for_few(
    division: Division, mona: Person, client: Client, people: PeopleFactory
) -> None:
    client.force_login(mona)
    ask(division.season, people("Kim"))

    def queries() -> int:
        with CaptureQueriesContext(connection) as caught:
            assert client.get("/moderation/").status_code == 200
        return len(caught)

    queries()
    few = queries()
    for number in range(2, 5):
        season = Season.objects.get(pk=division.season_id)
        season.pk, season.number = None, number
        season.save()
        ask(season, *(people(f"{name}{number}") for name in ("Kim", "Lea")))
    assert queries() == few
    assert len(tasks(client)) == 4


def test_the_list_takes_as_many_queries_for_200_rows_as_for_10(
    league_game: Game, mona: Person, nora: Person, client: Client, people: PeopleFactory
) -> None:
    client.force_login(mona)
    crowd = [people(f"Player{number}") for number in range(100)]

    def wait(crowd: list[Person]) -> None:
        for person in crowd:
            file_report(reporter=person, subject=nora, kind="player", text="Slow.", now=NOW)
            entry = mute(actor=nora, person=person, reason="He shouted at all.", now=NOW)
            sanction = Sanction.objects.get(pk=entry.data["sanction"])
            Appeal.objects.create(sanction=sanction, text="I did not.", at=NOW)

    def queries() -> int:
        with CaptureQueriesContext(connection) as caught:
            assert client.get("/moderation/").status_code == 200
        return len(caught)

    wait(crowd[:5])
    queries()
    few = queries()
    wait(crowd[5:])
    assert queries() == few
    assert len(tasks(client)) == 200


def _page(client: Client) -> str:
    return client.get("/moderation/").content.decode()
