"""Pages of statistics: for everybody, for the person alone, and with too few games."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.test import Client

from games.leagues.league import create_league
from games.leagues.models import Division, SeasonGame
from games.leagues.season.plan import plan_season
from games.leagues.season.start import announce
from games.people.models import Person
from games.statistics import count_finished_games, recount_statistics
from games.statistics.models import (
    ALL_GAMES,
    PUBLIC_GAMES,
    BoardSum,
    CountedGame,
    PairSum,
    PersonSum,
    SeasonSum,
)
from games.statistics.selectors import MOST_PAIRS
from games.tables.models import Game
from tests.fixtures.games import NOW
from tests.fixtures.pages import Browse
from tests.fixtures.recalled import recall
from tests.games.leagues.conftest import a_plan
from tests.games.statistics.conftest import store_game


def text(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, address
    return answer.content.decode().split("<main")[1].split("</main")[0]


@pytest.fixture
def counted(alice: Person, bob: Person) -> list[Game]:
    """Five public games of Alice and Bob and a private one."""

    def play() -> list[int]:
        games = [store_game("usa-2-final-round", alice, bob) for _ in range(5)]
        games.append(store_game("usa-2-final-round", alice, bob, public=False))
        count_finished_games(now=NOW)
        return [game.pk for game in games]

    made = recall("six games to count", play)
    return list(Game.objects.filter(pk__in=made).order_by("pk"))


def test_a_board_shows_its_statistics_with_a_table_behind_each_plot(
    counted: list[Game], client: Client
) -> None:
    page = text(client, "/boards/usa/statistics/")
    assert "2 players (5 games)" in page
    assert page.count("<svg") == page.count("As a table") == 6
    for seat in counted[0].seats.all():
        assert f'<td class="numbers">{seat.points}.0</td>'.replace(">-", ">−") in page
    # Somebody won every time: Wilson's interval of 5 out of 5.
    assert "57% to 100%" in page
    assert "0% to 43%" in page
    assert 'class="heat-7"' in page


@pytest.mark.django_db
@pytest.mark.parametrize("query", ["", "?table=usa-4", "?with=bots", "?table=x&with=y"])
def test_a_board_without_games_says_so(client: Client, query: str) -> None:
    assert "No such game has finished yet." in text(client, f"/boards/usa/statistics/{query}")
    assert client.get("/boards/nowhere/statistics/").status_code == 404


def test_with_fewer_than_five_games_nothing_is_drawn(
    alice: Person, bob: Person, client: Client
) -> None:
    store_game("usa-2-final-round", alice, bob)
    count_finished_games(now=NOW)
    for address in ("/boards/usa/statistics/", "/people/Alice/statistics/"):
        page = text(client, address)
        assert "Fewer than 5 such games" in page
        assert "<svg" not in page


def test_games_with_bots_are_on_a_page_of_their_own(alice: Person, client: Client) -> None:
    for _ in range(5):
        store_game("usa-2-final-round", alice, bots=1)
    count_finished_games(now=NOW)
    assert "No such game has finished yet." in text(client, "/boards/usa/statistics/")
    assert "2 players (5 games)" in text(client, "/boards/usa/statistics/?with=bots")


def test_private_games_are_seen_by_their_player_alone(
    counted: list[Game], client: Client, browse: Browse, alice: Person, bob: Person
) -> None:
    games = 'href="/people/Bob/">Bob</a></th><td class="numbers">{}</td>'.format
    for reader in (client, browse(bob)):
        page = text(reader, "/people/Alice/statistics/")
        assert games(5) in page
        assert games(6) not in page
    assert games(6) in text(browse(alice), "/people/Alice/statistics/")


def test_who_hides_theirs_is_named_nowhere_else(
    counted: list[Game], client: Client, browse: Browse, alice: Person, bob: Person
) -> None:
    mine = browse(alice)
    before = text(client, "/boards/usa/statistics/")
    answer = mine.post("/settings/statistics/", {"public": ""}, follow=True)
    assert "Nobody else can see your statistics now." in answer.content.decode()
    for reader in (client, browse(bob)):
        page = text(reader, "/people/Alice/statistics/")
        assert "Alice does not show statistics." in page
        assert "<table" not in page
    assert "/people/Alice/" not in text(client, "/people/Bob/statistics/")
    assert "/people/Alice/" in text(browse(bob), "/people/Bob/statistics/")
    assert "<svg" in text(mine, "/people/Alice/statistics/")
    assert text(client, "/boards/usa/statistics/") == before
    mine.post("/settings/statistics/", {"public": "yes"})
    assert "<svg" in text(client, "/people/Alice/statistics/")


def _met(person: Person, other: Person, public: int, private: int = 0) -> None:
    """Sums of the given number of games in which a person was ahead of another."""
    sums = [
        ("ahead", False, public),
        ("ahead", True, private),
        (PUBLIC_GAMES, False, public),
        (ALL_GAMES, True, public + private),
    ]
    PairSum.objects.bulk_create(
        PairSum(person=person, other=other, kind=kind, private=private, total=total)
        for kind, private, total in sums
        if total
    )


def test_of_those_who_were_met_the_hundred_with_most_games_are_listed(
    browse: Browse, client: Client, alice: Person, bob: Person
) -> None:
    others = Person.objects.bulk_create(
        Person(
            email=f"{number}@example.org",
            name=f"Met {number}",
            name_key=f"met {number}",
            name_skeleton=f"met {number}",
        )
        for number in range(MOST_PAIRS + 20)
    )
    for number, other in enumerate(others):
        _met(alice, other, number + 1)
    PairSum.objects.create(person=alice, other=bob, private=False, kind="partner", total=500)
    PairSum.objects.create(person=alice, other=bob, private=False, kind="partner_won", total=9)
    for kind, private in ((PUBLIC_GAMES, False), (ALL_GAMES, True)):
        PairSum.objects.create(person=alice, other=bob, private=private, kind=kind, total=500)
    Person.objects.filter(pk=others[-1].pk).update(statistics_public=False)
    own = browse(alice).get("/people/Alice/statistics/").content.decode()
    assert "the 100 with most games are listed" in own
    assert own.count("/people/Met%20") == MOST_PAIRS - 1
    assert own.index("Met 119<") < own.index("Met 118<") < own.index("Met 21<")
    assert "Met 20<" not in own
    assert "/people/Bob/" in own
    public = client.get("/people/Alice/statistics/").content.decode()
    assert "Met 119<" not in public
    assert public.count("/people/Met%20") == MOST_PAIRS - 1
    assert public.index("Met 118<") < public.index("Met 20<")
    assert "the 100 with most games are listed" in public


def test_games_that_are_not_public_neither_bring_somebody_into_the_list_nor_forward_in_it(
    client: Client, browse: Browse, alice: Person, bob: Person, charlie: Person
) -> None:
    _met(alice, bob, 2)
    _met(alice, charlie, 1, private=3)
    own = browse(alice).get("/people/Alice/statistics/").content.decode()
    assert own.index("/people/Charlie/") < own.index("/people/Bob/")
    public = client.get("/people/Alice/statistics/").content.decode()
    assert "/people/Bob/" in public
    assert public.index("/people/Charlie/") > public.index("/people/Bob/")
    PairSum.objects.filter(other=charlie, private=False).delete()
    assert "/people/Charlie/" not in client.get("/people/Alice/statistics/").content.decode()


def test_a_stranger_changes_nothing(client: Client, browse: Browse, alice: Person) -> None:
    assert client.post("/settings/statistics/", {"public": ""}).status_code == 302
    alice.refresh_from_db()
    assert alice.statistics_public
    assert browse(alice).get("/settings/statistics/").status_code == 405


def test_pages_take_as_many_queries_for_a_hundred_thousand_games(
    counted: list[Game], client: Client, django_assert_num_queries
) -> None:
    pages = {"/boards/usa/statistics/": 2, "/people/Alice/statistics/": 6}
    for address, queries in pages.items():
        with django_assert_num_queries(queries):
            text(client, address)
    for model in (BoardSum, PersonSum):
        for row in model.objects.all():
            row.total *= 20_000
            row.save()
    cache.clear()
    for address, queries in pages.items():
        with django_assert_num_queries(queries):
            page = text(client, address)
    assert "100000" in page
    assert CountedGame.objects.count() == 6


def test_a_season_and_its_league_show_their_games(
    counted: list[Game], client: Client, alice: Person
) -> None:
    league = create_league(name="Night Club", directors=[alice], founder=None, now=NOW)
    season = plan_season(league=league, director=alice, plan=a_plan(), now=NOW)
    announce(season=season, now=NOW)
    address = f"/leagues/{league.slug}/"
    assert client.get(f"{address}2/statistics/").status_code == 404
    for below in ("1/statistics/", "statistics/"):
        assert "No such game has finished yet." in text(client, f"{address}{below}")
    division = Division.objects.create(season=season, tier=1)
    for number, game in enumerate(counted):
        SeasonGame.objects.create(division=division, number=number, board="usa", game=game)
    assert not recount_statistics(now=NOW).equal
    assert SeasonSum.objects.get(kind="games").total == 5
    for below in ("1/statistics/", "statistics/"):
        page = text(client, f"{address}{below}")
        assert "USA, 2 players (5 games)" in page
        assert page.count("<svg") == 6


def test_pages_lead_to_the_statistics(played: Game, client: Client) -> None:
    for address, link in {
        "/boards/japan/": "/boards/japan/statistics/",
        "/rules/": "/boards/usa/statistics/",
        "/people/Alice/": "/people/Alice/statistics/",
        f"/games/{played.code}/": "/boards/japan/statistics/?table=japan-2",
    }.items():
        assert f'href="{link}"' in text(client, address)
