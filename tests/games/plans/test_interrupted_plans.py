"""What happens around a plan: it asks, rests, ends or goes on, and makes no unmeant move."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta

import pytest

import engine
from engine.actions import Claim, Draw
from games import log
from games.absence.substitution import replace_player
from games.clock.actions.game_clock import pause_game, resume_game
from games.common.errors import Refused
from games.notifications.models import Notice, NoticeKind, NotificationPreferences
from games.people.models import Person
from games.plans.carry_out import carry_out_orders
from games.plans.giving import give, plan_of, resume_plan
from games.plans.models import PlanFate, SeatPlan
from games.play.transaction import game_transaction
from games.scheduler.sweep import sweep
from games.tables.models import Game, Seat
from games.talk.messages import post_message
from tests.fixtures.games import NOW, act
from tests.fixtures.orders import LATER, allow_plans, leave_plan, seat_of

TWO_BLIND = (Draw("blind"), Draw("blind"))
PLAN = "plan\nconnect seattle with helena\ndraw for these, no face-up locomotives"


@pytest.fixture
def table(red_hand: Game) -> Game:
    return allow_plans(red_hand)


@pytest.fixture
def bobs(table: Game, bob: Person) -> Seat:
    return seat_of(table, bob)


def version(game: Game) -> int:
    return Game.objects.get(pk=game.pk).version


def asks(seat: Seat, now: datetime = LATER) -> str:
    """Why the plan of a seat asks after the sweep of a time."""
    before = version(seat.game)
    carry_out_orders(now=now)
    assert version(seat.game) == before
    stored = SeatPlan.objects.get(seat=seat)
    assert stored.why is not None
    return str(stored.why["code"])


def test_a_route_that_somebody_takes_is_an_aim_lost(table, bobs) -> None:
    leave_plan("plan\nclaim dallas to houston", bobs)
    state = log.load(table)
    two = [key for key in state.board.tracks if key.startswith("dallas-houston")]
    act(table, 0, Claim(two[0], "red", 0))
    assert asks(bobs) == "aim_lost"


def test_what_somebody_writes_is_a_reason_and_ones_own_words_are_none(
    table, bobs, alice, bob
) -> None:
    leave_plan(f"{PLAN}\nask me if somebody writes", bobs)
    post_message(game=table, person=bob, text="Hello", now=NOW + timedelta(seconds=1))
    act(table, 0, *TWO_BLIND)
    assert carry_out_orders(now=LATER) == 1
    act(table, 1, Draw("blind"), now=LATER)
    act(table, 0, *TWO_BLIND, now=LATER)
    post_message(game=table, person=alice, text="Hello", now=LATER + timedelta(minutes=1))
    assert asks(bobs, LATER + timedelta(minutes=30)) == "wrote"


def test_a_date_that_has_come_is_a_reason(table, bobs) -> None:
    leave_plan(f"{PLAN}\nask me if on {NOW + timedelta(days=2):%Y-%m-%d}", bobs)
    act(table, 0, *TWO_BLIND)
    assert carry_out_orders(now=LATER) == 1
    act(table, 1, Draw("blind"), now=LATER)
    act(table, 0, *TWO_BLIND, now=NOW + timedelta(days=2, hours=1))
    assert asks(bobs, NOW + timedelta(days=2, hours=2)) == "date"


def test_after_a_pause_of_the_game_the_plan_asks(table, bobs) -> None:
    leave_plan(PLAN, bobs)
    act(table, 0, *TWO_BLIND)
    pause_game(game=table, resume_at=None, actor="table", now=NOW)
    resume_game(game=table, actor="table", now=NOW + timedelta(seconds=1))
    assert asks(bobs) == "interrupted"


def test_after_a_take_back_the_plan_asks_and_goes_on_by_one_press(table, bobs, bob) -> None:
    start = version(table)
    leave_plan(PLAN, bobs)
    act(table, 0, *TWO_BLIND)
    with game_transaction(game=Game.objects.get(pk=table.pk), now=NOW) as locked:
        locked.take_back(start)
    bobs.refresh_from_db()
    assert plan_of(bobs, bob).fate == PlanFate.ASKS
    assert bobs.plan_delay is None
    resume_plan(game=table, seat=1, person=bob, now=NOW)
    act(Game.objects.get(pk=table.pk), 0, *TWO_BLIND)
    assert carry_out_orders(now=LATER) == 1


def test_who_takes_the_seat_gets_no_plan(table, bobs, charlie) -> None:
    leave_plan(PLAN, bobs)
    replace_player(game=table, seat=1, by=charlie, actor="director", now=NOW)
    assert not SeatPlan.objects.exists()
    act(table, 0, *TWO_BLIND)
    before = version(table)
    carry_out_orders(now=LATER)
    assert version(table) == before


def test_a_plan_rests_in_the_quiet_hours_of_its_owner(table, bobs, bob) -> None:
    local = LATER.astimezone(bob.zone)
    NotificationPreferences.objects.create(
        person=bob, quiet_from=time(local.hour - 1), quiet_until=time(local.hour + 3)
    )
    leave_plan(PLAN, bobs)
    act(table, 0, *TWO_BLIND)
    before = version(table)
    carry_out_orders(now=LATER)
    assert version(table) == before
    bobs.refresh_from_db()
    ends = local.replace(hour=local.hour + 3, minute=0, second=0, microsecond=0).astimezone(UTC)
    assert ends <= bobs.plan_due_at <= ends + timedelta(minutes=20)
    assert carry_out_orders(now=bobs.plan_due_at) == 1


def test_past_the_deadline_the_clock_moves_and_not_the_plan(table, bobs) -> None:
    leave_plan(PLAN, bobs)
    act(table, 0, *TWO_BLIND)
    bobs.refresh_from_db()
    before = version(table)
    assert carry_out_orders(now=bobs.due_at + timedelta(seconds=1)) == 0
    assert version(table) == before


def test_while_a_plan_waits_there_is_no_reminder(table, bobs, bob) -> None:

    Game.objects.filter(pk=table.pk).update(plan_pace="half-day")
    leave_plan(PLAN, bobs)
    act(table, 0, *TWO_BLIND)
    Seat.objects.filter(pk=bobs.pk).update(remind_at=NOW)
    sweep(now=NOW + timedelta(minutes=1))
    assert not Notice.objects.filter(person=bob, kind=NoticeKind.REMINDER).exists()


def test_a_worker_that_dies_between_two_steps_leaves_the_move_for_the_next(
    table, bobs, monkeypatch
) -> None:
    leave_plan(PLAN, bobs)
    act(table, 0, *TWO_BLIND)
    before = version(table)

    def die(*_args: object, **_values: object) -> None:
        raise RuntimeError("killed")

    with monkeypatch.context() as broken:
        broken.setattr(SeatPlan, "save", die)
        carry_out_orders(now=LATER)
    assert version(table) == before
    assert carry_out_orders(now=LATER) == 1


def test_a_plan_that_fails_asks_its_owner(table, bobs, monkeypatch) -> None:
    leave_plan(PLAN, bobs)
    act(table, 0, *TWO_BLIND)

    def fail(*_args: object, **_values: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("games.plans.following.next_step", fail)
    assert asks(bobs) == "unforeseen"


def test_a_second_browser_replaces_the_plan_and_the_last_one_counts(table, bobs, bob) -> None:
    leave_plan("plan\ncomplete my tickets", bobs)
    leave_plan(PLAN, bobs)
    assert SeatPlan.objects.get().as_plan.aims[0].a == "seattle"


def test_a_plan_for_a_seat_that_is_lost_is_refused(table, bobs, bob, charlie) -> None:
    plan = leave_plan(PLAN, bobs).as_plan
    replace_player(game=table, seat=1, by=charlie, actor="director", now=NOW)
    with pytest.raises(Refused):
        give(game=table, seat=1, person=bob, plan=plan, now=NOW)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("plan\n" + "complete my tickets\n" * 41, "at most 40 lines"),
        ("plan\nclaim seattle to helena\nclaim seattle to helena", "named twice"),
        ("plan\nbuild a station in denver", "no stations"),
        ("plan\nclaim seattle to helena with red", "cannot be paid with"),
    ],
)
def test_a_plan_that_makes_no_sense_is_refused_with_a_sentence(
    table, bob, browse, text, said
) -> None:
    page = browse(bob).post(f"/games/{table.code}/plan/", {"do": "give", "text": text})
    assert page.status_code == 422
    assert said in page.content.decode()
    assert not SeatPlan.objects.exists()


def test_the_plans_of_two_teammates_play_beside_each_other(team_table, alice, bob) -> None:
    allow_plans(team_table)
    for person in (alice, bob):
        leave_plan("plan\ncomplete my tickets", seat_of(team_table, person))
    view = engine.view(log.load(team_table), 1)
    assert view.seat == 1
    assert SeatPlan.objects.filter(fate=PlanFate.STANDING).count() == 2
