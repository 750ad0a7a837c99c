"""Games in which a bot account sat count apart, for everybody in them."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import call_command

from games.people.models import Person
from games.players import rate_finished_games
from games.players.models import BOT_ACCOUNTS, FEWEST_GAMES, PEOPLE, Rating
from games.players.selectors import ranking, rating_history, ratings_of
from tests.fixtures.games import NOW
from tests.games.api.conftest import Api, api  # noqa: F401
from tests.games.players.conftest import Ended
from tests.games.players.test_ratings import rows


@pytest.fixture
def mixed(ended: Ended, alice: Person, bob: Person, robby: Person) -> None:
    """Alice beats Bob and loses to Robby, in turns."""
    for hours in range(FEWEST_GAMES):
        ended([alice], [bob], places=[1, 2], hours=2 * hours)
        ended([robby], [alice], places=[1, 2], hours=2 * hours + 1, with_bot_account=True)
    rate_finished_games(now=NOW)


@pytest.mark.usefixtures("mixed")
def test_losing_to_a_bot_account_costs_nothing_among_people(alice: Person, robby: Person) -> None:
    assert {one.games for one in ratings_of(alice)} == {FEWEST_GAMES}
    assert ratings_of(alice)[0].rating.points > 1500
    assert ratings_of(alice, BOT_ACCOUNTS)[0].rating.points < 1500
    assert ratings_of(robby)[0].rating.points > 1500
    assert len(rating_history(alice)) == FEWEST_GAMES
    assert not Rating.objects.filter(person=robby, pool=PEOPLE).exists()


@pytest.mark.usefixtures("mixed")
def test_each_ranking_lists_its_own(alice: Person, bob: Person, robby: Person) -> None:
    assert [one.person for one in ranking()] == [alice, bob]
    assert [one.person for one in ranking("", BOT_ACCOUNTS)] == [robby]


@pytest.mark.usefixtures("mixed")
def test_counting_everything_again_leads_to_the_same_pools() -> None:
    before = rows()
    pools = sorted(Rating.objects.values_list("person", "board", "pool", "mu", "games"))
    call_command("recompute_ratings", stdout=StringIO())
    assert rows() == before
    assert sorted(Rating.objects.values_list("person", "board", "pool", "mu", "games")) == pools
