from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from engine.actions import Draw
from games import log
from games.absence.substitution import open_seat
from games.absence.vacations import plan_vacation
from games.clock.actions.game_clock import pause_game
from games.clock.actions.turn_time import extend_deadline
from games.log.models import Event
from games.notifications.models import Notice, NoticeKind
from games.people.models import Person
from games.scheduler import sweep as sweeping
from games.scheduler.sweep import SweepResult
from games.tables.models import Game
from games.votes.models import VoteKind
from games.votes.voting import propose_vote
from tests.fixtures.clock import Tick
from tests.fixtures.games import NOW, Starter, act, keep_all


@pytest.fixture
def game(begin: Starter, alice: Person, bob: Person) -> Game:
    """A game in which Alice has three days for her first turn."""
    game = begin(alice, bob)
    keep_all(game, 0, 1)
    return game


def test_before_the_deadline_the_clock_leaves_a_turn_alone(game: Game, tick: Tick) -> None:
    assert tick(days=2, hours=23, minutes=59).played == 0
    assert log.load(game).turn_seat == 0


def test_at_the_deadline_the_clock_moves(game: Game, tick: Tick) -> None:
    assert tick(days=3).played == 1
    state = log.load(game)
    assert state.turn_seat == 1
    assert sum(state.hands[0].values()) == 6
    assert log.verify(game) == []


def test_a_clock_of_an_hour_stands_still_at_night(
    begin: Starter, alice: Person, bob: Person, tick: Tick
) -> None:
    game = begin(alice, bob, days_per_turn=0, hours_per_turn=1)
    keep_all(game, 0, 1)
    for _draw in range(2):
        act(game, 0, Draw("blind"), now=NOW + timedelta(hours=13))
    assert tick(hours=23, minutes=59).played == 0
    reminded = Notice.objects.filter(kind=NoticeKind.REMINDER)
    assert [one.created_at for one in reminded] == [NOW + timedelta(hours=23, minutes=59)]
    assert tick(hours=24).played == 1


def test_the_next_player_gets_the_whole_time(game: Game, tick: Tick) -> None:
    tick(days=3, hours=5)
    assert game.seats.get(number=1).due_at == NOW + timedelta(days=6, hours=5)


def test_a_second_sweep_finds_nothing_left(game: Game, tick: Tick) -> None:
    tick(days=3)
    assert tick(days=3) == SweepResult()


def test_all_who_have_not_chosen_tickets_are_late_together(
    begin: Starter, alice: Person, bob: Person, tick: Tick
) -> None:
    game = begin(alice, bob)
    assert tick(days=3).played == 2
    assert log.load(game).setup_done


def test_a_turn_that_is_half_done_is_finished(game: Game, tick: Tick) -> None:
    act(game, 0, Draw("blind"))
    assert tick(days=3).played == 1
    assert sum(log.load(game).hands[0].values()) == 6


def test_one_broken_game_does_not_hold_up_the_others(
    game: Game, begin: Starter, alice: Person, bob: Person, tick: Tick, tamper: None
) -> None:
    other = begin(alice, bob)
    Event.objects.filter(game=game, seq=1).update(type="game.nonsense")
    log.cache.clear()
    swept = tick(days=3)
    assert swept.failed == 1
    assert swept.played == 2
    assert log.load(other).setup_done
    assert tick(days=3).failed == 1


def test_nothing_due_costs_the_same_few_queries_however_many_games_run(
    game: Game, begin: Starter, alice: Person, bob: Person, tick: Tick
) -> None:
    tick(hours=1)
    with CaptureQueriesContext(connection) as one:
        tick(hours=2)
    for _ in range(3):
        begin(alice, bob)
    # Pauses, vacations and votes whose time has not come make no difference either.
    paused = begin(alice, bob)
    pause_game(game=paused, actor="director", resume_at=NOW + timedelta(days=9), now=NOW)
    propose_vote(game=game, person=alice, kind=VoteKind.PAUSE, data={"days": 7}, now=NOW)
    plan_vacation(person=bob, first=NOW.date(), last=NOW.date(), now=NOW)
    open_seat(game=game, seat=1, actor="director", now=NOW)
    with CaptureQueriesContext(connection) as many:
        tick(hours=3)
    assert len(many) == len(one) < 15


def test_at_half_and_at_a_tenth_of_the_time_a_reminder_is_written_once(
    game: Game, alice: Person, tick: Tick
) -> None:
    assert tick(days=1, hours=11, minutes=59).reminded == 0
    assert tick(days=1, hours=12).reminded == 1
    assert tick(days=1, hours=12, minutes=1).reminded == 0
    assert tick(days=2, hours=16, minutes=47).reminded == 0
    assert tick(days=2, hours=16, minutes=48).reminded == 1
    assert tick(days=2, hours=23).reminded == 0
    reminders = Notice.objects.filter(kind=NoticeKind.REMINDER).order_by("number")
    assert [(reminder.person, reminder.number) for reminder in reminders] == [
        (alice, 1),
        (alice, 2),
    ]
    assert {one.decision for one in reminders} == {game.seats.get(number=0).decision}


def test_a_sweep_that_comes_late_reminds_once_and_not_of_everything(game: Game, tick: Tick) -> None:
    assert tick(days=2, hours=20).reminded == 1
    assert tick(days=2, hours=21).reminded == 0


def test_a_deadline_that_moved_is_reminded_of_again(game: Game, tick: Tick) -> None:
    tick(days=2)
    extend_deadline(game=game, by=timedelta(days=10), actor="director", now=NOW + timedelta(days=2))
    assert tick(days=2, hours=1).reminded == 0
    assert tick(days=6, hours=12).reminded == 1
    assert sorted(
        Notice.objects.filter(kind=NoticeKind.REMINDER).values_list("number", flat=True)
    ) == [1, 2]


def test_bots_are_not_reminded(begin: Starter, alice: Person, tick: Tick) -> None:
    begin(alice, bots=["random"])
    tick(days=2)
    assert set(Notice.objects.values_list("person", flat=True)) == {alice.pk}


def test_a_game_that_ended_is_left_alone(game: Game, tick: Tick) -> None:
    Game.objects.update(status="void")
    assert tick(days=9) == SweepResult()


def test_a_move_made_while_the_sweep_looks_counts(
    game: Game, tick: Tick, monkeypatch: pytest.MonkeyPatch
) -> None:
    locked = sweeping._locked

    def too_late(pk: int) -> object:
        if log.load(game).turn_seat == 0:
            act(game, 0, Draw("blind"), Draw("blind"))
        return locked(pk)

    monkeypatch.setattr(sweeping, "_locked", too_late)
    assert tick(days=3).played == 0
    assert not Event.objects.filter(type="table.deadline_missed").exists()


def test_a_sweep_ends_after_its_time_and_the_next_goes_on(
    begin: Starter, alice: Person, bob: Person, tick: Tick
) -> None:
    for _ in range(3):
        begin(alice, bob)
    tick(days=3, minutes=-1)
    assert sweeping.sweep(now=NOW + timedelta(days=3), budget=0) == SweepResult()
    assert tick(days=3).played == 6
