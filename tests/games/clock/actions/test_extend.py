from __future__ import annotations

from datetime import timedelta

import pytest

from engine.actions import Draw
from games.clock.actions.game_clock import pause_game, resume_game
from games.clock.actions.turn_time import extend_deadline
from games.common.errors import Refused
from games.log.models import Event
from games.people.models import Person
from games.tables.models import Game, Seat
from tests.fixtures.games import NOW, Starter, act, keep_all

DAY, HOUR = timedelta(days=1), timedelta(hours=1)


def seat(game: Game, number: int = 0) -> Seat:
    return Seat.objects.get(game=game, number=number)


def extend(game: Game, by: timedelta = DAY, **options: object) -> dict[int, object]:
    return extend_deadline(game=game, by=by, actor="director", now=NOW, **options)


def test_all_open_turns_or_one_of_them_get_more_time(
    begin: Starter, alice: Person, bob: Person
) -> None:
    game = begin(alice, bob)
    assert extend(game) == {0: NOW + 4 * DAY, 1: NOW + 4 * DAY}
    assert extend(game, seat=1) == {1: NOW + 5 * DAY}
    event = Event.objects.filter(game=game).latest("seq")
    assert event.type == "table.deadline_extended"
    assert event.data == {"seats": [1], "due": {"1": "2026-11-26T07:30:00Z"}}


def test_the_time_is_for_this_turn_and_before_the_bank(
    begin: Starter, alice: Person, bob: Person
) -> None:
    game = begin(alice, bob, bank_hours=24, bank_cap_hours=24)
    keep_all(game, 0, 1)
    extend(game, reason="the mail was late")
    assert seat(game).due_at == NOW + 5 * DAY
    assert seat(game).bank_from == NOW + 4 * DAY
    assert game.clock_entries.filter(what="extended").get().note == "the mail was late"
    act(game, 0, Draw("blind"), Draw("blind"), now=NOW + 4 * DAY)
    assert seat(game).bank == 24 * HOUR
    act(game, 1, Draw("blind"), Draw("blind"), now=NOW + 4 * DAY)
    assert seat(game).due_at == NOW + 8 * DAY


def test_what_is_given_in_a_pause_is_there_after_it(
    begin: Starter, alice: Person, bob: Person
) -> None:
    game = begin(alice, bob)
    pause_game(game=game, actor="director", now=NOW)
    assert extend(game) == {0: None, 1: None}
    resume_game(game=game, actor="director", now=NOW + 2 * DAY)
    assert seat(game).due_at == NOW + 6 * DAY


def test_no_time_less_time_and_years_are_refused(
    begin: Starter, alice: Person, bob: Person
) -> None:
    game = begin(alice, bob)
    keep_all(game, 0, 1)
    for by in (timedelta(), -DAY, 400 * DAY):
        with pytest.raises(Refused, match="and 90 days"):
            extend(game, by)
    with pytest.raises(Refused, match="no open turn"):
        extend(game, seat=1)
