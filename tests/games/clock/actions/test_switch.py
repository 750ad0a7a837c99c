from __future__ import annotations

from datetime import timedelta

import pytest

from games.clock.actions.game_clock import switch_clock
from games.clock.core.terms import Terms, terms_of
from games.common.errors import Refused
from games.language.table_events import describe_table_event
from games.log.models import Event
from games.people.models import Person
from games.tables.models import Game, Seat
from tests.fixtures.games import NOW, Starter, keep_all

DAY, HOUR = timedelta(days=1), timedelta(hours=1)


@pytest.fixture
def game(begin: Starter, alice: Person, bob: Person) -> Game:
    game = begin(alice, bob, days_per_turn=7)
    keep_all(game, 0, 1)
    return game


def test_open_turns_begin_again_so_that_nobody_is_late_at_once(game: Game) -> None:
    switch_clock(game=game, terms=Terms(1), actor="vote", now=NOW + 6 * DAY)
    assert Seat.objects.get(game=game, number=0).due_at == NOW + 7 * DAY
    game.refresh_from_db()
    assert terms_of(game) == Terms(1)
    event = Event.objects.filter(game=game).latest("seq")
    assert event.type == "table.clock_switched"
    assert event.data["days_per_turn"] == 1


def test_a_new_bank_is_full_and_an_old_one_is_kept_up_to_the_cap(game: Game) -> None:
    def banks() -> set[timedelta]:
        return set(Seat.objects.filter(game=game).values_list("bank", flat=True))

    switch_clock(game=game, terms=Terms(1, False, 48, 4, 72), actor="vote", now=NOW)
    assert banks() == {48 * HOUR}
    switch_clock(game=game, terms=Terms(1, False, 24, 4, 24), actor="vote", now=NOW + 1.5 * DAY)
    assert banks() == {24 * HOUR}
    switch_clock(game=game, terms=Terms(1), actor="vote", now=NOW + 2 * DAY)
    assert Seat.objects.get(game=game, number=0).due_at == NOW + 3 * DAY


def test_hours_replace_days_and_nights_stop_to_count(game: Game) -> None:
    saturday_evening = NOW + 12 * HOUR
    terms = Terms(0, hours_per_turn=4)
    switch_clock(game=game, terms=terms, actor="vote", now=saturday_evening)
    # From 20:30 to 22:00, and from 8:00 on.
    assert Seat.objects.get(game=game, number=0).due_at == NOW + 26 * HOUR
    event = Event.objects.filter(game=game).latest("seq")
    line = describe_table_event(event.type, event.data, names=["Alice", "Bob"])
    assert line is not None
    assert "another clock: 4 hours per turn" in line


def test_a_clock_that_nobody_could_play_by_is_refused(game: Game) -> None:
    hours = (Terms(0, hours_per_turn=24), Terms(1, hours_per_turn=4), Terms(1, evening_minutes=4))
    for terms in (Terms(0), Terms(15), Terms(7), Terms(3, False, 5, 0, 4), *hours):
        with pytest.raises(Refused):
            switch_clock(game=game, terms=terms, actor="vote", now=NOW)
    assert not Event.objects.filter(type="table.clock_switched").exists()
