"""`make faults`: results are counted again whenever a game has ended, and at no other time."""

from __future__ import annotations

import pytest

from games.leagues.models import Season
from games.people.models import Person
from games.play.end_game import void_game
from games.players import rate_finished_games
from games.players.models import Rating
from games.statistics import count_finished_games
from games.statistics.models import PersonSum
from games.tables.models import Game
from tests.fixtures.games import NOW, Starter
from tests.games.statistics.conftest import store_game
from tools.faults import recounting
from tools.faults.recounting import Recounts


def end_a_game(*people: Person) -> Game:
    return store_game("usa-2-final-round", *people, rated=True)


def count() -> None:
    rate_finished_games(now=NOW)
    count_finished_games(now=NOW)


@pytest.fixture
def recounts(alice: Person, bob: Person) -> Recounts:
    """Those of a site at which a game has ended, and was counted again."""
    end_a_game(alice, bob)
    count()
    recounts = Recounts(within=0)
    assert [*recounts.broken()] == []
    return recounts


def test_results_are_counted_anew_once_for_each_look_before_which_a_game_ended(
    recounts: Recounts, begin: Starter, alice: Person, bob: Person
) -> None:
    begin(alice, bob)
    assert [*recounts.broken()] == []
    assert recounts.times == 1
    end_a_game(bob, alice)
    count()
    assert [*recounts.broken()] == []
    assert recounts.times == 2
    assert [*recounts.broken(whole=True)] == []
    assert recounts.times == 3


def test_a_game_that_ended_while_another_became_void_has_results_counted_anew(
    recounts: Recounts, alice: Person, bob: Person
) -> None:
    void_game(game=Game.objects.get(), actor="director", reason="", now=NOW)
    end_a_game(alice, bob)
    count()
    list(recounts.broken())
    assert recounts.times == 2


def test_a_game_that_the_worker_leaves_uncounted_is_noticed_until_it_is_counted(
    recounts: Recounts, alice: Person, bob: Person
) -> None:
    end_a_game(alice, bob)
    (fault,) = recounts.broken()
    assert fault == "not within 0 s: what ended is counted: 1 ratings, 1 statistics"
    rate_finished_games(now=NOW)
    (fault,) = recounts.broken()
    assert fault.endswith(": 1 statistics")
    assert recounts.times == 1
    count()
    assert [*recounts.broken()] == []
    assert recounts.times == 2


def test_a_rating_that_does_not_follow_from_the_games_is_noticed(
    recounts: Recounts, alice: Person, bob: Person
) -> None:
    end_a_game(bob, alice)
    count()
    Rating.objects.filter(person=bob).update(mu=99.0)
    assert [*recounts.broken()] == ["a recount gives other ratings"]


def test_a_sum_that_does_not_follow_from_the_games_is_noticed_at_the_fifth_count(
    recounts: Recounts, alice: Person, bob: Person
) -> None:
    PersonSum.objects.filter(pk=PersonSum.objects.values("pk")[:1]).update(total=99)
    for _ in range(recounts.times + 1, recounting.STATISTICS_EVERY):
        end_a_game(bob, alice)
        count()
        assert [*recounts.broken()] == []
    end_a_game(bob, alice)
    count()
    assert [*recounts.broken()] == [
        "statistics: of 5 games 0 and 1 sums are different when counted again"
    ]


def test_a_sum_that_does_not_follow_from_the_games_is_noticed_at_the_end(
    recounts: Recounts,
) -> None:
    PersonSum.objects.filter(pk=PersonSum.objects.values("pk")[:1]).update(total=99)
    assert [*recounts.broken()] == []
    assert [*recounts.broken(whole=True)] == [
        "statistics: of 1 games 0 and 1 sums are different when counted again"
    ]


def test_standings_that_do_not_follow_from_the_games_are_noticed(
    recounts: Recounts, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Season.objects, "all", lambda: ["a season"])
    monkeypatch.setattr(
        recounting, "standings_faults", lambda season: [f"{season}: points do not add up"]
    )
    assert [*recounts.broken(whole=True)] == ["a season: points do not add up"]
