"""Statistics for programs: the figures of the pages, and nobody's who hides them."""

from __future__ import annotations

import pytest

from games.people.models import Person
from games.statistics import count_finished_games
from games.statistics.selectors import set_statistics_public
from games.tables.models import Game
from tests.fixtures.games import NOW
from tests.games.api.conftest import Api
from tests.games.statistics.conftest import store_game


@pytest.fixture
def counted(alice: Person, bob: Person) -> list[Game]:
    """Two public games of Alice and Bob and a private one."""
    games = [store_game("usa-2-final-round", alice, bob, public=public) for public in (1, 1, 0)]
    count_finished_games(now=NOW)
    return games


def test_the_statistics_of_a_board(counted: list[Game], api: Api) -> None:
    answer = api().get("boards/usa/statistics/")
    told = answer.data
    assert told["tables"] == [{"board": "usa", "seats": 2, "games": 2}]
    assert (told["board"], told["seats"], told["games"]) == ("usa", 2, 2)
    assert told["median_days"] == 12
    assert sum(one["share"] for one in told["positions"]) == 1
    assert all(one["low"] <= one["share"] <= one["high"] for one in told["positions"])
    assert {one["claims"] for one in told["routes"]} == {0, 2}
    assert api().get("boards/usa/statistics/", HTTP_IF_NONE_MATCH=answer["ETag"])
    assert api().get("boards/usa/statistics/?seats=5").data["games"] == 0
    assert api().get("boards/usa/statistics/?with_bots=true").data["tables"] == []
    assert api().get("boards/usa/statistics/?seats=x").status_code == 400
    assert api().get("boards/atlantis/statistics/").status_code == 404


def test_private_games_are_told_to_their_player_alone(
    counted: list[Game], api: Api, alice: Person, bob: Person
) -> None:
    for reader, games in ((None, 2), (bob, 2), (alice, 3)):
        told = api(reader).get("people/Alice/statistics/").data
        assert [one["games"] for one in told["boards"]] == [games]
        (pair,) = told["people"]
        assert pair["person"] == "Bob"
        assert pair["ahead"] + pair["level"] + pair["behind"] == games
    assert api().get("people/Alice/statistics/?board=japan").data["boards"] == []


def test_who_hides_theirs_is_not_found(
    counted: list[Game], api: Api, alice: Person, bob: Person
) -> None:
    set_statistics_public(person=alice, public=False)
    for reader in (None, bob):
        assert api(reader).get("people/Alice/statistics/").status_code == 404
        assert api(reader).get("people/Alice/").status_code == 200
    assert api(alice).get("people/Alice/statistics/").status_code == 200
    assert api().get("people/Bob/statistics/").data["people"] == []
