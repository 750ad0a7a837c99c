from __future__ import annotations

from datetime import timedelta

import pytest

import engine
from engine.actions import Claim, Draw
from games import log
from games.common.errors import Refused
from games.notifications.models import Notice, NoticeKind
from games.plans.carry_out import carry_out_orders
from games.plans.giving import pause_plan, plan_of, resume_plan
from games.plans.models import PlanFate, SeatPlan
from games.play import deferred
from games.play.deferred import QUICKER
from games.tables.models import Game, PlanChoice, Seat
from tests.fixtures.games import NOW, act
from tests.fixtures.orders import LATER, allow_plans, leave_plan, seat_of

TWO_BLIND = (Draw("blind"), Draw("blind"))
CONNECT = "plan\nconnect seattle with helena\ndraw for these, no face-up locomotives"


@pytest.fixture
def table(red_hand: Game) -> Game:
    """The game in which Alice is to move; all plans are allowed."""
    return allow_plans(red_hand)


def moves_of(game: Game, seat: int) -> list[engine.Action]:
    return [line.action for line in log.events(game) if line.action and line.seat == seat]


def run(seat: Seat, minutes: int = 60):
    """Run the sweeps of some minutes."""
    now = NOW
    for _minute in range(minutes):
        now += timedelta(minutes=1)
        carry_out_orders(now=now)
    seat.refresh_from_db()
    return now


def test_a_plan_plays_the_turns_of_its_seat_until_somebody_else_is_to_move(table, bob) -> None:
    bobs = seat_of(table, bob)
    leave_plan(CONNECT, bobs)
    act(table, 0, *TWO_BLIND)
    before = len(moves_of(table, 1))
    run(bobs)
    assert len(moves_of(table, 1)) == before + 2
    assert (bobs.decision, bobs.plan_due_at, bobs.plan_lasts) == (None, None, True)
    table.refresh_from_db()
    act(table, 0, *TWO_BLIND)
    run(bobs)
    assert len(moves_of(table, 1)) == before + 4
    assert plan_of(bobs, bob).fate == PlanFate.STANDING


def test_each_decision_has_a_delay_of_its_own(table, bob) -> None:
    bobs = seat_of(table, bob)
    leave_plan(CONNECT, bobs)
    first = seat_of(table, bob).plan_delay
    act(table, 0, *TWO_BLIND)
    bobs.refresh_from_db()
    assert bobs.plan_due_at == NOW + first
    assert carry_out_orders(now=bobs.plan_due_at - timedelta(seconds=1)) == 0
    second = bobs.plan_delay
    asked_at = bobs.plan_due_at
    assert carry_out_orders(now=asked_at) == 1
    bobs.refresh_from_db()
    assert bobs.kind == "second"
    assert bobs.plan_due_at == asked_at + second / QUICKER


def test_in_ones_own_turn_the_first_move_is_made_at_once(table, alice) -> None:
    alices = seat_of(table, alice)
    before = len(moves_of(table, 0))
    leave_plan(CONNECT, alices)
    assert len(moves_of(table, 0)) == before + 1
    alices.refresh_from_db()
    assert alices.kind == "second"
    assert alices.plan_due_at is not None


def test_a_plan_that_would_ask_at_once_is_refused_with_its_question(table, alice) -> None:
    alices = seat_of(table, alice)
    with pytest.raises(Refused, match="locomotive lies face up"):
        leave_plan(f"{CONNECT}\nask me if a locomotive lies face up", alices)
    assert not SeatPlan.objects.exists()
    alices.refresh_from_db()
    assert alices.plan_delay is None


def test_a_plan_that_asks_gives_its_owner_the_turn_and_the_reason(table, bob) -> None:
    bobs = seat_of(table, bob)
    leave_plan(f"{CONNECT}\nask me if a locomotive lies face up", bobs)
    act(table, 0, *TWO_BLIND)
    now = run(bobs, 25)
    stored = plan_of(bobs, bob)
    assert stored.fate == PlanFate.ASKS
    assert (bobs.plan_delay, bobs.plan_due_at) == (None, None)
    assert bobs.kind == "turn"
    kinds = Notice.objects.filter(person=bob, not_before__lte=now).values_list("kind", flat=True)
    assert {NoticeKind.TURN, NoticeKind.ORDER} <= set(kinds)


def test_a_plan_that_asked_goes_on_with_one_word_and_does_not_ask_the_same_again(
    table, bob
) -> None:
    bobs = seat_of(table, bob)
    leave_plan(f"{CONNECT}\nask me if somebody has 45 trains", bobs)
    act(table, 0, *TWO_BLIND)
    now = run(bobs, 25)
    assert plan_of(bobs, bob).fate == PlanFate.ASKS
    before = len(moves_of(table, 1))
    resume_plan(game=table, seat=1, person=bob, now=now)
    assert len(moves_of(table, 1)) == before + 1
    bobs.refresh_from_db()
    assert plan_of(bobs, bob).fate == PlanFate.STANDING


def test_a_paused_plan_does_nothing_and_its_owner_is_asked(table, bob) -> None:
    bobs = seat_of(table, bob)
    leave_plan(CONNECT, bobs)
    act(table, 0, *TWO_BLIND)
    pause_plan(game=table, seat=1, person=bob, now=NOW)
    before = len(moves_of(table, 1))
    run(bobs)
    assert len(moves_of(table, 1)) == before
    assert plan_of(bobs, bob).fate == PlanFate.PAUSED
    assert Notice.objects.filter(person=bob, kind=NoticeKind.TURN, not_before=NOW).exists()


def test_a_table_without_plans_refuses_them_and_takes_orders(red_hand, bob) -> None:
    Game.objects.filter(pk=red_hand.pk).update(plans=PlanChoice.OFF)
    with pytest.raises(Refused, match="without plans"):
        leave_plan(CONNECT, seat_of(red_hand, bob))


def test_where_plans_only_draw_the_owner_claims_and_the_plan_goes_on(table, alice, bob) -> None:
    Game.objects.filter(pk=table.pk).update(plans=PlanChoice.DRAWS)
    table.refresh_from_db()
    bobs = seat_of(table, bob)
    leave_plan("plan\nclaim boston to new-york with yellow\ncomplete my tickets", bobs)
    act(table, 0, *TWO_BLIND)
    now = run(bobs, 25)
    assert plan_of(bobs, bob).fate == PlanFate.STANDING
    assert bobs.kind == "turn"
    assert bobs.plan_due_at is None
    act(table, 1, Claim("boston-new-york-yellow", "yellow", 0), now=now)
    act(table, 0, *TWO_BLIND, now=now)
    bobs.refresh_from_db()
    assert bobs.plan_due_at is not None


def test_a_look_falls_well_before_the_deadline(table, bob) -> None:
    bobs = seat_of(table, bob)
    leave_plan(CONNECT, bobs)
    act(table, 0, *TWO_BLIND)
    bobs.refresh_from_db()
    assert bobs.plan_due_at <= NOW + deferred.LONGEST_DELAY < bobs.due_at


@pytest.mark.parametrize("pace", ["hour", "half-day"])
def test_at_a_slow_pace_the_plan_settles_soon_whether_it_asks_and_moves_later(
    table, bob, pace
) -> None:
    Game.objects.filter(pk=table.pk).update(plan_pace=pace)
    bobs = seat_of(table, bob)
    leave_plan(CONNECT, bobs)
    act(table, 0, *TWO_BLIND)
    run(bobs, 21)
    stored = plan_of(bobs, bob)
    assert stored.decision == bobs.decision
    assert bobs.kind == "turn"
    assert LATER < bobs.plan_due_at < bobs.due_at
    turn = Notice.objects.get(person=bob, kind=NoticeKind.TURN, decision=bobs.decision)
    assert turn.not_before > bobs.plan_due_at
    assert carry_out_orders(now=bobs.plan_due_at) == 1
