"""Evenings: minutes for a turn while everybody is at the page, and what ends them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest

from engine.actions import Draw, Keep
from games import log
from games.absence.vacations import plan_vacation
from games.clock.actions.evening import adjust_evening
from games.clock.actions.game_clock import pause_game, switch_clock
from games.clock.core.evenings import evening_due
from games.clock.core.terms import Terms, terms_of
from games.clock.models import Miss
from games.language.table_events import describe_table_event
from games.log.models import Event
from games.people.models import Person
from games.plans.pace import draw_times
from games.play.deferred import plan_due_at
from games.play.end_game import void_game
from games.play.hold import hold_move
from games.play.presence import mark_present_at
from games.scheduler.sweep import SweepResult, sweep
from games.tables.models import Game, Seat
from tests.fixtures.clock import Tick
from tests.fixtures.games import NOW, Starter, act, keep_all

MINUTE = timedelta(minutes=1)
OVER_FOR_ALICE = "You left the page or needed more time, so the usual time for a turn counts again."
Look = Callable[..., None]


@pytest.fixture
def game(begin: Starter, alice: Person, bob: Person) -> Game:
    """An evening table of Alice, whose turn it is, and Bob: five minutes for a turn."""
    game = begin(alice, bob, evening_minutes=5)
    keep_all(game, 0, 1)
    return game


@pytest.fixture
def look(game: Game) -> Look:
    """Let people be at the page so many minutes after NOW: `look(alice, bob, minute=2)`."""

    def make(*people: Person, minute: float = 0) -> None:
        for person in people:
            mark_present_at(game=game.pk, person=person, now=NOW + minute * MINUTE)

    return make


def told(game: Game) -> list[str]:
    """The lines about evenings in the log, as the player in seat 0 reads them."""
    found = Event.objects.filter(game=game, type__startswith="table.evening").order_by("seq")
    names = ["Alice", "Bob"]
    return [describe_table_event(one.type, one.data, names=names, seat=0) or "" for one in found]


def move(game: Game, seat: int, minute: float) -> None:
    for _draw in range(2):
        act(game, seat, Draw("blind"), now=NOW + minute * MINUTE)


def minutes_left(game: Game, seat: int, minute: float) -> float:
    game.refresh_from_db()
    due = evening_due(game, game.seats.get(number=seat))
    assert due is not None
    return (due - (NOW + minute * MINUTE)) / MINUTE


def test_it_begins_once_everybody_is_at_the_page(
    game: Game, look: Look, tick: Tick, alice: Person, bob: Person
) -> None:
    look(alice)
    assert tick(minutes=1).evenings == 0
    look(alice, bob, minute=1)
    due = game.seats.get(number=0).due_at
    assert tick(minutes=2).evenings == 1
    assert told(game) == ["Everybody is at the page: from here on a turn takes up to 5 minutes."]
    assert minutes_left(game, 0, 2) == 5
    move(game, 0, 3)
    assert minutes_left(game, 1, 3) == 5
    # The clock of days goes on underneath, for the same bank.
    assert due == NOW + timedelta(days=3)
    assert game.seats.get(number=1).due_at == NOW + timedelta(days=3) + 3 * MINUTE


def test_it_does_not_begin_in_the_middle_of_a_long_turn(
    game: Game, look: Look, tick: Tick, alice: Person, bob: Person
) -> None:
    look(alice, bob, minute=9)
    assert tick(minutes=10).evenings == 0
    move(game, 0, 10)
    assert tick(minutes=11).evenings == 1


def test_the_days_count_again_from_the_start_of_the_turn_when_somebody_leaves(
    game: Game, look: Look, tick: Tick, alice: Person, bob: Person
) -> None:
    look(alice, bob)
    tick(minutes=1)
    move(game, 0, 2)
    look(alice, minute=4)
    assert tick(minutes=4).evenings == 1
    assert told(game)[1:] == ["Left the page: Bob. The usual time for a turn counts again."]
    assert game.seats.get(number=1).due_at == NOW + timedelta(days=3) + 2 * MINUTE
    game.refresh_from_db()
    assert evening_due(game, game.seats.get(number=1)) is None


def test_all_may_leave_in_the_same_minute_and_nobody_misses_a_turn(
    game: Game, look: Look, tick: Tick, alice: Person, bob: Person
) -> None:
    look(alice, bob)
    tick(minutes=1)
    for minute in range(2, 30):
        tick(minutes=minute)
    assert told(game)[1:] == ["Left the page: Alice, Bob. The usual time for a turn counts again."]
    assert log.load(game).turn_seat == 0
    assert not Miss.objects.exists()
    assert tick(days=3).played == 1


def test_whoever_needs_longer_ends_it_without_an_automatic_move(
    game: Game, look: Look, tick: Tick, alice: Person, bob: Person
) -> None:
    for minute in range(10):
        look(alice, bob, minute=minute)
        tick(minutes=minute)
    assert told(game)[1:] == [OVER_FOR_ALICE]
    assert (log.load(game).turn_seat, Miss.objects.exists()) == (0, False)
    # Nor does it begin again before the next move.
    move(game, 0, 10)
    look(alice, bob, minute=10)
    assert tick(minutes=11).evenings == 1


def test_a_pause_ends_it_and_it_begins_again_after_the_pause(
    game: Game, look: Look, tick: Tick, alice: Person, bob: Person
) -> None:
    look(alice, bob)
    tick(minutes=1)
    pause_game(game=game, actor="vote", now=NOW + MINUTE)
    assert tick(minutes=2).evenings == 1
    assert told(game)[1:] == ["The usual time for a turn counts again."]


def test_another_clock_ends_it(
    game: Game, look: Look, tick: Tick, alice: Person, bob: Person
) -> None:
    look(alice, bob)
    tick(minutes=1)
    assert terms_of(game).evening_minutes == 5
    switch_clock(game=game, terms=Terms(3), actor="vote", now=NOW + MINUTE)
    assert tick(minutes=2).evenings == 0
    game.refresh_from_db()
    assert (game.evening_since, game.evening_minutes) == (None, 0)


def test_a_vacation_neither_begins_nor_ends_it(
    game: Game, look: Look, tick: Tick, alice: Person, bob: Person
) -> None:
    look(alice, bob)
    tick(minutes=1)
    today = NOW.date()
    plan_vacation(person=alice, first=today, last=today + timedelta(days=4), now=NOW + MINUTE)
    look(alice, bob, minute=2)
    assert tick(minutes=3).evenings == 0
    assert minutes_left(game, 0, 3) == 3
    assert tick(minutes=8).evenings == 1
    assert game.seats.get(number=0).due_at > NOW + timedelta(days=7)


def test_an_outage_ends_it_and_moves_only_the_days(
    game: Game, look: Look, alice: Person, bob: Person
) -> None:
    look(alice, bob)
    sweep(now=NOW + MINUTE)
    result = sweep(now=NOW + timedelta(hours=6))
    assert (result.moved, result.evenings, result.played) == (1, 1, 0)
    assert game.seats.get(number=0).due_at > NOW + timedelta(days=3, hours=5)


def test_a_second_sweep_and_a_worker_that_comes_late_change_nothing(
    game: Game, look: Look, tick: Tick, alice: Person, bob: Person
) -> None:
    look(alice, bob)
    tick(minutes=1)
    assert tick(minutes=1) == SweepResult()
    assert not adjust_evening(game=game, now=NOW + MINUTE)
    assert len(told(game)) == 1


def test_a_game_against_bots_alone_has_none(begin: Starter, tick: Tick, alice: Person) -> None:
    game = begin(alice, bots=["random"], evening_minutes=5)
    mark_present_at(game=game.pk, person=alice, now=NOW)
    assert tick(minutes=1).evenings == 0


def test_bots_need_not_be_there(begin: Starter, tick: Tick, alice: Person, bob: Person) -> None:
    game = begin(alice, bob, bots=["random"], evening_minutes=5)
    for person in (alice, bob):
        mark_present_at(game=game.pk, person=person, now=NOW)
    assert tick(minutes=1).evenings == 1


def test_its_moves_do_not_fill_the_bank(
    begin: Starter, tick: Tick, alice: Person, bob: Person
) -> None:
    bank = {"bank_hours": 10, "bank_add_hours": 4, "bank_cap_hours": 99}
    game = begin(alice, bob, evening_minutes=5, **bank)
    for person in (alice, bob):
        mark_present_at(game=game.pk, person=person, now=NOW)
    tick(minutes=1)
    keep_all(game, 0, 1)
    assert game.seats.get(number=0).bank == timedelta(hours=10)


def test_it_ends_with_the_game(
    game: Game, look: Look, tick: Tick, alice: Person, bob: Person
) -> None:
    look(alice, bob)
    tick(minutes=1)
    void_game(game=game, actor="director", reason="", now=NOW + MINUTE)
    game.refresh_from_db()
    assert (game.status, game.evening_since) == ("void", None)
    assert tick(minutes=9).evenings == 0


def test_held_moves_and_plans_wait_for_half_of_the_minutes_at_most(
    begin: Starter, tick: Tick, alice: Person, bob: Person
) -> None:
    game = begin(alice, bob, evening_minutes=5, plan_pace="half-day")
    for person in (alice, bob):
        mark_present_at(game=game.pk, person=person, now=NOW)

    def hold(seat: int, person: Person, at: datetime) -> None:
        state = log.load(game)
        keep = Keep(state.offered[seat])
        hold_move(
            game=game, seat=seat, person=person, decision=state.decision_seqs[seat],
            actions=[keep], key=f"{at:%M}", now=at,
        )  # fmt: skip

    hold(0, alice, NOW)
    Seat.objects.filter(game=game, number=1).update(plan_due_at=NOW + 20 * MINUTE)
    tick(minutes=1)
    half = NOW + MINUTE + 2.5 * MINUTE
    seats = game.seats.order_by("number")
    assert (seats[0].held_until, seats[1].plan_due_at) == (half, half)
    hold(1, bob, NOW + 2 * MINUTE)
    assert seats.get(number=1).held_until == half
    seat = seats.select_related("game", "person").get(number=1)
    seat.kind = "turn"
    asks, moves = draw_times(seat=seat, claimed=False, now=NOW + 2 * MINUTE)
    assert asks == moves == half
    seat.plan_delay = 20 * MINUTE
    assert plan_due_at(game=seat.game, seat=seat, now=NOW + 2 * MINUTE) == half


def test_a_held_move_is_never_late(
    game: Game, look: Look, tick: Tick, alice: Person, bob: Person
) -> None:
    look(alice, bob)
    tick(minutes=1)
    Seat.objects.filter(game=game, number=0).update(held_until=NOW + 6 * MINUTE)
    look(alice, bob, minute=6)
    assert tick(minutes=6).evenings == 0
