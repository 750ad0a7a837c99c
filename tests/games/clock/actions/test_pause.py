from __future__ import annotations

from datetime import timedelta

import pytest

from engine.actions import Draw
from games import log
from games.clock.actions.game_clock import pause_game, resume_game
from games.common.errors import Refused
from games.log.models import Event
from games.people.models import Person
from games.scheduler.sweep import sweep
from games.tables.models import Game, Seat
from tests.fixtures.clock import Tick
from tests.fixtures.games import NOW, Starter, act, keep_all

DAY = timedelta(days=1)


@pytest.fixture
def game(begin: Starter, alice: Person, bob: Person) -> Game:
    game = begin(alice, bob)
    keep_all(game, 0, 1)
    return game


def seat(game: Game, number: int = 0) -> Seat:
    return Seat.objects.get(game=game, number=number)


def pause(game: Game, at: timedelta = DAY, **options: object) -> None:
    pause_game(game=game, actor="director", now=NOW + at, **options)


def resume(game: Game, at: timedelta) -> None:
    resume_game(game=game, actor="director", now=NOW + at)


def test_a_paused_game_has_no_deadlines_and_no_reminders(game: Game, tick: Tick) -> None:
    pause(game)
    assert seat(game).due_at is None
    swept = tick(days=30)
    assert (swept.played, swept.reminded) == (0, 0)


def test_the_rest_of_the_time_is_there_again_afterwards(game: Game) -> None:
    pause(game)
    resume(game, 11 * DAY)
    assert seat(game).due_at == NOW + 13 * DAY


def test_who_was_asked_in_the_pause_has_the_whole_time_after_it(game: Game) -> None:
    pause(game)
    act(game, 0, Draw("blind"), Draw("blind"), now=NOW + 5 * DAY)
    assert seat(game, 1).due_at is None
    resume(game, 11 * DAY)
    assert seat(game, 1).due_at == NOW + 14 * DAY


def test_a_turn_that_goes_on_in_the_pause_stays_on_its_clock(game: Game) -> None:
    pause(game)
    act(game, 0, Draw("blind"), now=NOW + 5 * DAY)
    resume(game, 11 * DAY)
    assert seat(game).due_at == NOW + 13 * DAY


def test_two_pauses_add_up(game: Game) -> None:
    pause(game)
    resume(game, 2 * DAY)
    pause(game, 3 * DAY)
    resume(game, 5 * DAY)
    assert seat(game).due_at == NOW + 6 * DAY


def test_an_outage_in_a_pause_is_not_given_back_twice(game: Game) -> None:
    """The first hour is the outage's, the last one the pause's, all between them both's."""
    hour = timedelta(hours=1)
    sweep(now=NOW)
    pause(game, hour)
    sweep(now=NOW + 2 * DAY)
    resume(game, 2 * DAY + hour)
    assert seat(game).due_at == NOW + 5 * DAY + hour


def test_a_pause_with_an_end_ends_by_itself(game: Game, tick: Tick) -> None:
    pause(game, resume_at=NOW + 8 * DAY)
    assert tick(days=7).resumed == 0
    assert tick(days=8).resumed == 1
    assert seat(game).due_at == NOW + 10 * DAY
    assert tick(days=8, minutes=1).resumed == 0


def test_the_log_tells_of_pause_and_end_without_the_reason(game: Game) -> None:
    pause(game, reason="Bob is ill", resume_at=NOW + 8 * DAY)
    resume(game, 3 * DAY)
    paused, resumed = Event.objects.filter(game=game).order_by("-seq")[:2][::-1]
    assert (paused.type, paused.actor, paused.data) == (
        "table.paused",
        "director",
        {"until": "2026-11-29T07:30:00Z"},
    )
    assert (resumed.type, resumed.data) == (
        "table.resumed",
        {"due": {"0": "2026-11-26T07:30:00Z"}},
    )
    game.refresh_from_db()
    assert log.verify(game) == []
    assert game.clock_entries.filter(what="paused").get().note == "Bob is ill"


def test_a_game_is_paused_once_and_resumed_once(game: Game) -> None:
    with pytest.raises(Refused, match="not paused"):
        resume(game, DAY)
    pause(game)
    with pytest.raises(Refused, match="already paused"):
        pause(game)
    resume(game, 2 * DAY)
    with pytest.raises(Refused, match="before it begins"):
        pause(game, 3 * DAY, resume_at=NOW)
