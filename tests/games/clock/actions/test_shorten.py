from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from engine.actions import Draw
from games.clock.actions.game_clock import pause_game
from games.clock.actions.turn_time import extend_deadline, shorten_deadline
from games.common.errors import Refused
from games.log.models import Event
from games.people.models import Person
from games.tables.models import Game, Seat
from tests.fixtures.games import NOW, Starter, act, keep_all

DAY, HOUR = timedelta(days=1), timedelta(hours=1)


@pytest.fixture
def game(begin: Starter, alice: Person, bob: Person) -> Game:
    """Alice is to move within three days and has been given five more."""
    game = begin(alice, bob)
    keep_all(game, 0, 1)
    extend_deadline(game=game, by=5 * DAY, actor="director", now=NOW)
    return game


def seat(game: Game) -> Seat:
    return Seat.objects.get(game=game, number=0)


def shorten(game: Game, now: datetime, by: timedelta = 5 * DAY) -> dict[int, datetime]:
    return shorten_deadline(game=game, turns={0: NOW}, by=by, actor="director", now=now)


def test_a_turn_is_due_again_when_it_was_before(game: Game) -> None:
    assert seat(game).due_at == NOW + 8 * DAY
    assert shorten(game, NOW + HOUR) == {0: NOW + 3 * DAY}
    assert seat(game).due_at == NOW + 3 * DAY
    event = Event.objects.filter(game=game).latest("seq")
    assert event.type == "table.deadline_shortened"
    assert event.data == {"seats": [0], "due": {"0": "2026-11-24T07:30:00Z"}}
    assert game.clock_entries.latest("pk").what == "shortened"


@pytest.mark.parametrize("later", [2 * DAY + HOUR, 4 * DAY, 7 * DAY - HOUR])
def test_who_has_begun_to_use_it_keeps_a_day(game: Game, later: timedelta) -> None:
    assert shorten(game, NOW + later) == {0: NOW + later + DAY}
    assert seat(game).due_at == NOW + later + DAY


def test_what_is_used_up_is_not_taken_back(game: Game) -> None:
    with pytest.raises(Refused, match="used up"):
        shorten(game, NOW + 7 * DAY)
    assert seat(game).due_at == NOW + 8 * DAY


def test_where_the_clock_is_stopped_a_day_is_left_at_least(
    begin: Starter, alice: Person, bob: Person
) -> None:
    """On a Saturday, with free weekends: the time that is left begins on Monday."""
    game = begin(alice, bob, weekends_off=True)
    keep_all(game, 0, 1)
    extend_deadline(game=game, by=5 * DAY, actor="director", now=NOW)
    later = NOW + 6 * DAY
    due = shorten(game, later)[0]
    assert later + DAY <= due < NOW + 12 * DAY
    assert seat(game).due_at == due


def test_another_turn_loses_nothing(game: Game) -> None:
    act(game, 0, Draw("blind"), Draw("blind"), now=NOW + HOUR)
    act(game, 1, Draw("blind"), Draw("blind"), now=NOW + 2 * HOUR)
    before = seat(game).due_at
    with pytest.raises(Refused, match="are over"):
        shorten(game, NOW + 3 * HOUR)
    assert seat(game).due_at == before


def test_nothing_is_taken_back_in_a_pause(game: Game) -> None:
    pause_game(game=game, actor="director", now=NOW)
    with pytest.raises(Refused, match="paused"):
        shorten(game, NOW + HOUR)
