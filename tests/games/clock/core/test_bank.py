from __future__ import annotations

from datetime import timedelta

import pytest

from engine.actions import Draw, Keep
from games import log
from games.clock.models import ClockEntry
from games.common.errors import Refused
from games.lobby import GameOptions, create_game
from games.people.models import Person
from games.play.hold import hold_move
from games.tables.models import Game, Seat
from tests.fixtures.clock import Tick
from tests.fixtures.games import NOW, Starter, act, keep_all

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
BANK = {"bank_hours": 48, "bank_add_hours": 6, "bank_cap_hours": 60}


@pytest.fixture
def game(begin: Starter, alice: Person, bob: Person) -> Game:
    """A game at Alice's turn: three days, two in the bank, and six hours that her setup added."""
    game = begin(alice, bob, **BANK)
    keep_all(game, 0, 1)
    return game


def seat(game: Game, number: int = 0) -> Seat:
    return Seat.objects.get(game=game, number=number)


def test_everybody_begins_with_a_full_bank_and_moves_fill_it_up_to_the_cap(
    begin: Starter, alice: Person, bob: Person
) -> None:
    game = begin(alice, bob, **BANK)
    assert seat(game).bank == 48 * HOUR
    keep_all(game, 0, 1)
    assert seat(game).bank == 54 * HOUR
    for at in range(1, 3):
        act(game, 0, Draw("blind"), Draw("blind"), now=NOW + at * HOUR)
        act(game, 1, Draw("blind"), Draw("blind"), now=NOW + at * HOUR)
    assert seat(game).bank == 60 * HOUR


def test_the_deadline_counts_the_bank(game: Game) -> None:
    at = seat(game)
    assert at.due_at == NOW + 3 * DAY + 54 * HOUR
    assert at.bank_from == NOW + 3 * DAY


def test_a_turn_that_takes_too_long_drains_the_bank(game: Game) -> None:
    act(game, 0, Draw("blind"), Draw("blind"), now=NOW + 3 * DAY + 20 * HOUR)
    assert seat(game).bank == (54 - 20 + 6) * HOUR


def test_a_turn_in_several_steps_is_counted_once_and_as_a_whole(game: Game) -> None:
    act(game, 0, Draw("blind"), now=NOW + 3 * DAY + 10 * HOUR)
    act(game, 0, Draw("blind"), now=NOW + 3 * DAY + 20 * HOUR)
    assert seat(game).bank == (54 - 20 + 6) * HOUR


def test_the_clock_moves_when_the_bank_is_empty_and_fills_nothing(game: Game, tick: Tick) -> None:
    assert tick(days=3, hours=53, minutes=59).played == 0
    assert tick(days=3, hours=54).played == 1
    assert seat(game).bank == timedelta()
    assert seat(game).missed == 1


def test_a_move_that_takes_the_place_of_a_held_one_counts_from_its_own_time(
    begin: Starter, alice: Person, bob: Person
) -> None:
    game = begin(alice, bob, **BANK)
    choice = Keep(log.load(game).offered[0])
    held = NOW + 3 * DAY + 10 * HOUR
    hold_move(
        game=game,
        seat=0,
        person=alice,
        decision=log.load(game).decision_seqs[0],
        actions=[choice],
        key="k",
        now=held,
    )
    act(game, 0, choice, now=held + timedelta(minutes=5))
    assert seat(game).bank == (48 - 10 + 6) * HOUR - timedelta(minutes=5)


def test_weekends_do_not_drain_the_bank_where_they_do_not_count(
    begin: Starter, alice: Person, bob: Person
) -> None:
    """Now is Saturday morning in Amsterdam: three days end on Wednesday at midnight."""
    game = begin(alice, bob, weekends_off=True, **BANK)
    act_at = NOW + timedelta(days=4, hours=16, minutes=30)
    keep_all(game, 1)
    act(game, 0, Keep(log.load(game).offered[0]), now=act_at)
    # In Amsterdam it was midnight an hour before.
    assert seat(game).bank == (48 - 1 + 6) * HOUR


def test_a_game_without_a_bank_has_none(begin: Starter, alice: Person, bob: Person) -> None:
    game = begin(alice, bob)
    keep_all(game, 0, 1)
    assert seat(game).bank == timedelta()
    assert seat(game).bank_from is None


def test_what_the_bank_lost_and_got_is_in_the_ledger(game: Game) -> None:
    act(game, 0, Draw("blind"), Draw("blind"), now=NOW + 3 * DAY + 20 * HOUR)
    entry = ClockEntry.objects.filter(game=game, seat=0, what="moved").latest("pk")
    assert (entry.bank_before, entry.bank_after) == (54 * HOUR, 40 * HOUR)
    assert (entry.before, entry.after) == (NOW + 3 * DAY + 54 * HOUR, None)
    asked = ClockEntry.objects.filter(game=game, seat=1, what="asked").latest("pk")
    assert asked.after == NOW + 6 * DAY + (20 + 54) * HOUR


@pytest.mark.parametrize(
    "bank",
    [
        {"bank_hours": 48, "bank_cap_hours": 24},
        {"bank_add_hours": 1},
        {"bank_hours": 1000, "bank_cap_hours": 1000},
    ],
)
def test_a_bank_that_makes_no_sense_is_refused(alice: Person, bank: dict[str, int]) -> None:
    with pytest.raises(Refused, match="bank"):
        create_game(organiser=alice, options=GameOptions(board="usa", seats=2, **bank), now=NOW)
