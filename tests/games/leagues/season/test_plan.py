"""A season is checked as a whole before anything of it exists."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from games.common.errors import Refused
from games.leagues.league import NotADirector, create_league
from games.leagues.models import League, Partners, Season
from games.leagues.rules.schedule import GameKind
from games.leagues.season.plan import SeasonCannotBePaired, change_plan, game_kind, plan_season
from games.leagues.season.runner import run_season
from games.leagues.season.start import announce, cancel_season
from games.people.models import Person
from tests.games.leagues.conftest import CLOSES, DAY, ENDS, NOW, OPENS, STARTS, a_plan


def test_a_plan_is_stored_as_it_was_meant_with_a_seed_of_its_own(
    league: League, director: Person
) -> None:
    plan = a_plan([game_kind("usa", [4, 3], 3)], division_size=10, most_players=50)
    season = plan_season(league=league, director=director, plan=plan, now=NOW)
    assert season.number == 1
    assert len(season.seed) == 64
    assert season.kinds == [{"board": "usa", "seats": [4, 3], "games": 3}]
    assert season.points["4"] == [8, 5, 2, 1]
    assert season.announced_at is None


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"kinds": ()}, "up to 4 kinds"),
        ({"kinds": (GameKind("usa", (2,), 1), GameKind("usa", (3,), 1))}, "each board only once"),
        ({"kinds": (GameKind("usa", (6,), 1),)}, "USA takes 2, 3, 4 or 5 players"),
        ({"kinds": (GameKind("usa", (2,), 99),)}, "1 to 20 games"),
        ({"partners": Partners.FIXED}, "played in teams"),
        ({"points": {2: [1]}}, "2 sides needs 2 numbers"),
        ({"clock": {"days_per_turn": 90}}, "must be between 0 and 14"),
        ({"clock": {"days_per_turn": 0}}, "The time for a turn is"),
        ({"clock": {"secret": 1}}, "no setting “secret”"),
        ({"clock": {"plans": "some"}}, "which plans players may give"),
        ({"division_size": 1}, "2 to 500"),
        ({"promote": 2, "relegate": 2}, "at least one has to stay"),
        ({"promote": -1}, "cannot be negative"),
        ({"most_players": 1}, "fill a table"),
        ({"registration_closes_at": OPENS}, "check the dates"),
        ({"starts_at": CLOSES - DAY}, "check the dates"),
        ({"ends_at": STARTS + DAY}, "at least 7 days"),
        (
            {"registration_opens_at": NOW - 2 * DAY, "registration_closes_at": NOW},
            "already be over",
        ),
    ],
)
def test_what_cannot_be_held_is_refused_and_nothing_is_stored(
    league: League, director: Person, changes: dict[str, object], reason: str
) -> None:
    with pytest.raises(Refused, match=reason):
        plan_season(league=league, director=director, plan=a_plan(**changes), now=NOW)
    assert not Season.objects.exists()


def test_divisions_that_cannot_be_paired_are_refused_with_what_would_do(
    league: League, director: Person
) -> None:
    plan = a_plan([game_kind("usa", [4], 1)], division_size=10)
    with pytest.raises(SeasonCannotBePaired, match=r"8, 12"):
        plan_season(league=league, director=director, plan=plan, now=NOW)
    assert not Season.objects.exists()


def test_only_a_director_of_the_league_or_an_administrator_plans(
    league: League, director: Person, people: Callable[..., Person]
) -> None:
    outsider = people("Mallory", is_staff=True)
    create_league(name="Other Club", directors=[outsider], founder=None, now=NOW)
    with pytest.raises(NotADirector):
        plan_season(league=league, director=outsider, plan=a_plan(), now=NOW)
    season = plan_season(league=league, director=director, plan=a_plan(), now=NOW)
    with pytest.raises(NotADirector):
        change_plan(season=season, director=outsider, plan=a_plan(division_size=6), now=NOW)
    season.refresh_from_db()
    assert season.division_size == 4
    adam = people("Adam", is_superuser=True)
    change_plan(season=season, director=adam, plan=a_plan(division_size=6), now=NOW)


def test_one_plan_at_a_time_and_it_changes_until_it_is_announced(
    league: League, director: Person
) -> None:
    season = plan_season(league=league, director=director, plan=a_plan(), now=NOW)
    with pytest.raises(Refused, match="still being planned"):
        plan_season(league=league, director=director, plan=a_plan(), now=NOW)
    change_plan(season=season, director=director, plan=a_plan(division_size=6), now=NOW)
    announce(season=season, now=NOW)
    with pytest.raises(Refused, match="people rely"):
        change_plan(season=season, director=director, plan=a_plan(), now=NOW)
    season.refresh_from_db()
    assert season.division_size == 6
    assert plan_season(league=league, director=director, plan=a_plan(), now=NOW).number == 2


def test_a_season_nobody_announced_does_not_run(league: League, director: Person) -> None:
    season = plan_season(league=league, director=director, plan=a_plan(), now=NOW)
    assert run_season(season=season, now=ENDS) == []


def test_announcing_and_cancelling_twice_changes_nothing_more(
    league: League, director: Person
) -> None:
    season = plan_season(league=league, director=director, plan=a_plan(), now=NOW)
    announced = [announce(season=season, now=NOW + n * DAY) for n in (0, 1)]
    cancelled = [cancel_season(season=season, now=NOW + n * DAY) for n in (1, 2)]
    assert announced == cancelled == [True, False]
    season.refresh_from_db()
    assert season.announced_at == NOW
    assert season.cancelled_at == NOW + DAY
    assert run_season(season=season, now=STARTS) == []


def test_leagues_are_founded_by_the_staff_and_have_names_of_their_own(
    people: Callable[..., Person], director: Person, league: League
) -> None:
    with pytest.raises(Refused, match="Ask them for one"):
        create_league(name="Mine", directors=[director], founder=director, now=NOW)
    with pytest.raises(Refused, match="Choose another name"):
        create_league(name="night  club", directors=[director], founder=None, now=NOW)
    with pytest.raises(Refused, match="Latin letters"):
        create_league(name="夜", directors=[director], founder=None, now=NOW)
    with pytest.raises(Refused, match="at least one director"):
        create_league(name="Nobody's", directors=[], founder=None, now=NOW)
    assert League.objects.count() == 1
