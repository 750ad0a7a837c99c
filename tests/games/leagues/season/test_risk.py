"""Which games will not end by the last day, counted from nothing but the length of their logs."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from games.leagues.models import Season, SeasonGame
from games.leagues.season.risk import LONGEST_FORECAST, forecast_end
from games.leagues.season.runner import run_season
from games.people.models import Person
from games.play.end_game import adjudicate_game
from games.tables.models import Game, GameStatus
from tests.games.leagues.conftest import ENDS, STARTS, a_plan

START = datetime(2027, 1, 1, tzinfo=UTC)
DAY = timedelta(days=1)


def test_a_game_that_is_half_played_after_ten_days_ends_after_twenty() -> None:
    done, ends = forecast_end(
        started_at=START, events=110, first=10, typical=210, now=START + 10 * DAY
    )
    assert done == 0.5
    assert ends == START + 20 * DAY


def test_a_game_that_has_not_begun_to_move_never_ends() -> None:
    assert forecast_end(started_at=START, events=10, first=10, typical=200, now=START + DAY) == (
        0.0,
        START + LONGEST_FORECAST,
    )


@given(st.integers(0, 2000), st.integers(0, 30), st.integers(1, 900), st.integers(0, 400))
def test_the_part_that_is_played_lies_between_nothing_and_nearly_all(
    events: int, first: int, typical: int, days: int
) -> None:
    now = START + days * DAY
    done, ends = forecast_end(
        started_at=START, events=events, first=first, typical=typical, now=now
    )
    assert 0 <= done < 1
    assert ends >= START


# The page of risks.

RISK = "/leagues/night-club/1/risk/"


def risks(director: Person, at: datetime) -> str:
    browser = Client()
    with time_machine.travel(at, tick=False):
        browser.force_login(director)
        return browser.get(RISK).content.decode()


def begun(season: Season, events: int) -> Game:
    """Let a running game of a season have n events; the others have hardly begun."""
    game = Game.objects.filter(season_game__division__season=season, status="running").latest("pk")
    Game.objects.filter(pk=game.pk).update(version=events - 1)
    return game


def ended(count: int, events: int, at: datetime = STARTS) -> None:
    """Let n games of two on the board of the season have ended on this site."""
    for _number in range(count):
        Game.objects.create(
            board="usa",
            seat_count=2,
            status=GameStatus.FINISHED,
            version=events - 1,
            created_at=STARTS,
            ended_at=at,
        )


def test_the_pace_is_measured_by_games_of_people_once_there_are_enough_of_them(
    registered: Callable[..., Season], director: Person
) -> None:
    season = registered(4)
    run_season(season=season, now=STARTS)
    begun(season, 101)
    ended(4, 150)
    assert '<td class="numbers">35%</td>' in risks(director, STARTS + 10 * DAY)
    ended(1, 150)
    assert '<td class="numbers">65%</td>' in risks(director, STARTS + 10 * DAY)


def test_the_pace_is_measured_by_the_latest_games_however_many_ended_before(
    registered: Callable[..., Season], director: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.leagues.season.risk.LATEST_GAMES", 5)
    season = registered(4)
    run_season(season=season, now=STARTS)
    begun(season, 101)
    ended(9, 400, STARTS - DAY)
    ended(5, 150)
    ended(9, 400, STARTS - DAY)
    assert '<td class="numbers">65%</td>' in risks(director, STARTS + 10 * DAY)


def test_games_that_a_director_ended_say_nothing_of_how_long_a_game_takes(
    registered: Callable[..., Season], director: Person
) -> None:
    season = registered(12, a_plan(division_size=12))
    run_season(season=season, now=STARTS)
    *others, _last = SeasonGame.objects.order_by("pk")
    for drawn in others:
        assert drawn.game
        adjudicate_game(
            game=drawn.game, places=[1, 2], actor="director", reason="0" * 64, now=STARTS + DAY
        )
    begun(season, 101)
    assert len(others) == 5
    assert '<td class="numbers">35%</td>' in risks(director, STARTS + 10 * DAY)


def test_after_the_close_nothing_is_said_of_games_that_miss_the_last_day(
    registered: Callable[..., Season], director: Person
) -> None:
    season = registered(4)
    run_season(season=season, now=STARTS)
    assert "2 games will not end by the last day" in risks(director, ENDS - DAY)
    run_season(season=season, now=ENDS)
    assert Game.objects.filter(status=GameStatus.RUNNING).count() == 2
    page = risks(director, ENDS + DAY)
    assert "The season is over" in page
    assert "will not end by the last day" not in page
    assert "Longest waits" not in page
    assert not any(code in page for code in Game.objects.values_list("code", flat=True))
