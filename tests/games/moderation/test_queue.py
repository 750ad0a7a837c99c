"""What waits for directors and moderators, the most urgent first."""

from __future__ import annotations

import re

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.leagues.models import Division, Entry, EntryStatus, Season, SeasonGame
from games.moderation.models import AuditEntry
from games.moderation.proposals import open_proposals
from games.moderation.reports import file_report
from games.moderation.sanctions import mute
from games.moderation.second_voice import is_second_voice, waiting_for
from games.people.models import Person
from games.people.sanctions import Appeal, Sanction
from games.tables.models import Game, Seat
from tests.conftest import PeopleFactory
from tests.fixtures.games import NOW
from tests.games.moderation.conftest import DAY, enter


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
    assert len(tasks(client)) == 50
    assert "200 tasks, the most urgent first." in _page(client)
    pages = [client.get("/moderation/", {"page": page}).content.decode() for page in (1, 4, 5)]
    links = re.compile(r'href="(/moderation/(?:reports|appeals)/\d+/)"')
    listed = [set(links.findall(page)) for page in pages]
    assert [len(found) for found in listed] == [50, 50, 50]
    assert listed[0].isdisjoint(listed[1])
    assert listed[1] == listed[2]


def propose(game: Game, season: Season, entries: list[Entry]) -> None:
    """Proposals of somebody who has left: in a game, in a season and about each of its entries."""
    common = {"at": NOW, "actor_id": 0, "role": "director", "league": season.league, "reason": ""}
    clock = {"service": "pause", "action": "pause", "arguments": {}, "outcome": {}}
    AuditEntry.objects.create(**common, action="propose_void", game=game)
    AuditEntry.objects.create(**common, action="propose", game=game, data=clock)
    for about in [[], *([entry] for entry in entries)]:
        named = {"entry": about[0].pk, "ends_at": "2026-12-01T00:00:00Z"} if about else {}
        data = {
            "service": "withdraw_player_by_director",
            "action": "take_out" if about else "announce",
            "arguments": {},
            "outcome": named,
            "season": season.pk,
            "entries": [entry.pk for entry in about],
            "undoes": AuditEntry.objects.latest("pk").pk,
        }
        AuditEntry.objects.create(**common, action="propose", data=data)


def test_proposals_take_as_many_queries_when_200_wait_as_when_few_do(
    league_game: Game, division: Division, mona: Person, client: Client, people: PeopleFactory
) -> None:
    client.force_login(mona)
    enter(division, *(people(f"Player{number}") for number in range(10)))
    entries = list(division.entries.order_by("pk"))

    def queries() -> int:
        with CaptureQueriesContext(connection) as caught:
            assert client.get("/moderation/").status_code == 200
        return len(caught)

    propose(league_game, division.season, entries[:2])
    queries()
    few = queries()
    for number in range(2, 16):
        season = Season.objects.get(pk=division.season_id)
        season.pk, season.number = None, number
        season.save()
        other = Division.objects.create(season=season, tier=1)
        enter(other, *(entry.person for entry in entries))
        game = Game.objects.create(board="usa", seat_count=2, created_at=NOW, status="running")
        SeasonGame.objects.create(division=other, number=1, board="usa", game=game)
        propose(game, season, list(other.entries.all()))
    assert queries() <= few
    assert "215 tasks" in _page(client)


def test_the_list_has_the_proposals_that_the_rules_let_a_person_confirm(
    league_game: Game,
    division: Division,
    erin: Person,
    frank: Person,
    mona: Person,
    nora: Person,
    adam: Person,
    alice: Person,
    people: PeopleFactory,
) -> None:
    """Directors, moderators and players: elsewhere, in the division, as a partner, at the table."""
    season = division.season
    other = Division.objects.create(season=season, tier=2)
    kim, lea = people("Kim"), people("Lea")
    season.league.directors.add(kim, lea, alice)
    enter(division, mona)
    enter(other, nora, kim, people("Max"))
    Entry.objects.filter(person=kim).update(partner=Entry.objects.get(person=mona))
    Entry.objects.create(season=season, person=adam, status="withdrawn", registered_at=NOW)
    propose(league_game, season, list(season.entries.all()))
    casual = Game.objects.create(board="usa", seat_count=2, created_at=NOW, status="running")
    Seat.objects.create(game=casual, number=0, person=adam, joined_at=NOW)
    void = {"action": "propose_void", "game": casual, "reason": ""}
    AuditEntry.objects.create(at=NOW, actor_id=0, role="moderator", **void)
    opposed = AuditEntry.objects.filter(action="propose").first()
    AuditEntry.objects.create(
        at=NOW, actor=lea, role="player", action="object", reason="", proposal=opposed
    )
    counts = {}
    for person in (erin, frank, mona, nora, adam, alice, kim, lea):
        expected = [one for one in open_proposals().order_by("pk") if is_second_voice(person, one)]
        assert waiting_for(person) == expected, person
        counts[person.name] = len(expected)
    assert counts == {
        **{"Adam": 9, "Erin": 9, "Lea": 9, "Nora": 6, "Alice": 3},
        **{"Frank": 0, "Mona": 1, "Kim": 0},
    }


def _page(client: Client) -> str:
    return client.get("/moderation/").content.decode()
