"""`make faults`: moves that were left to the worker come once and not too soon."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from engine import wire
from engine.actions import Action, Claim, Draw
from games import log
from games.people.models import Person
from games.plans.carry_out import carry_out_orders
from games.plans.models import PlanFate, SeatPlan
from games.play.automatic import play_automatic
from games.play.deferred import HOLD_TIME
from games.play.hold import hold_move, make_held_moves
from games.play.models import HeldMove
from games.tables.models import Game, Seat
from tests.fixtures.games import NOW, act
from tests.fixtures.mail import Inbox
from tests.fixtures.orders import LATER, leave, seat_of
from tests.tools.faults.conftest import Night
from tools.faults.ledger import Answer, Attempt, Order

CLAIM = Claim("dallas-houston-gray-1", "red")
BLIND = Draw("blind")


@pytest.fixture
def night(red_hand: Game, inbox: Inbox) -> Night:
    return Night(red_hand, inbox)


@pytest.fixture
def held(night: Night, alice: Person) -> Attempt:
    """The claim of Alice, which the site said it holds."""
    move = hold(night, alice)
    night.ledger.settle(move, Answer.HELD)
    assert events(night) == []
    return move


@pytest.fixture
def ordered(night: Night, bob: Person) -> Order:
    """The order of Bob to draw blind twice, which the site has taken; it is Alice's turn."""
    seat = seat_of(night.game, bob)
    row = leave("when always: draw blind blind", night.game, seat)
    steps: list[Action] = [BLIND] * 2
    order = Order(seat, night.game.version, steps, answer=Answer.ACCEPTED, given=row.given_at)
    night.ledger.orders.append(order)
    assert events(night) == []
    return order


def hold(night: Night, alice: Person) -> Attempt:
    move = night.attempt()
    move.action = CLAIM
    held = hold_move(
        game=night.game,
        seat=0,
        person=alice,
        decision=move.decision,
        actions=[CLAIM],
        key="a key",
        now=NOW,
    )
    move.until = held.submitted_at + HOLD_TIME
    return move


def events(night: Night) -> list[str]:
    night.game.refresh_from_db()
    return night.broken().get("events", [])


def pass_the_turn_to_bob(night: Night) -> None:
    """Let Alice draw two cards, as she is known to have asked."""
    for _card in range(2):
        move = night.attempt()
        night.ledger.settle(move, Answer.ACCEPTED, night.draw())


def test_a_held_move_that_the_worker_makes_is_one_accepted_move(
    night: Night, held: Attempt
) -> None:
    assert make_held_moves(now=NOW + HOLD_TIME) == 1
    assert events(night) == []
    assert (held.answer, night.ledger.moves) == (Answer.ACCEPTED, 1)
    assert night.ledger.attempts == []


def test_a_held_move_of_which_the_site_said_later_that_it_is_made_is_one_accepted_move(
    night: Night, held: Attempt
) -> None:
    make_held_moves(now=NOW + HOLD_TIME)
    first = night.game.version + 1
    night.ledger.settle(held, Answer.ACCEPTED, first)
    night.ledger.settle(held, Answer.ACCEPTED, first)
    assert events(night) == []
    assert night.ledger.moves == 1


def test_a_held_move_that_is_neither_made_nor_held_is_noticed(night: Night, held: Attempt) -> None:
    Seat.objects.filter(game=night.game).update(held_until=None)
    (fault,) = events(night)
    assert fault.endswith("is neither made nor held")


def test_a_held_move_that_is_lost_while_its_seat_waits_for_it_is_noticed(
    night: Night, held: Attempt
) -> None:
    HeldMove.objects.all().delete()
    assert len(events(night)) == 1


@pytest.mark.parametrize(("right", "faults"), [(True, 1), (False, 0)])
def test_a_held_move_that_is_made_too_soon_is_noticed_where_clocks_are_right(
    night: Night, held: Attempt, right: bool, faults: int
) -> None:
    soon = NOW + timedelta(minutes=9)
    Seat.objects.filter(game=night.game, held_until__isnull=False).update(held_until=soon)
    make_held_moves(now=soon)
    night.ledger.clock_is_right = right
    found = events(night)
    assert len(found) == faults
    assert all("was made" in fault for fault in found)


@pytest.mark.parametrize("other", [BLIND, Claim("dallas-houston-gray-2", "red")])
def test_another_move_than_the_one_that_was_held_is_noticed(
    night: Night, held: Attempt, other: Action
) -> None:
    HeldMove.objects.update(actions=[wire.encode_action(other)])
    make_held_moves(now=NOW + HOLD_TIME)
    assert any("was accepted 0 times" in fault for fault in events(night))


def test_a_clock_that_moves_though_a_move_is_held_is_noticed(night: Night, held: Attempt) -> None:
    Seat.objects.filter(game=night.game, number=0).update(held_until=None, due_at=NOW)
    play_automatic(game=night.game, seat=0, decision=held.decision, now=NOW)
    assert any(fault.endswith("was made by the clock") for fault in events(night))


def test_a_move_that_took_the_place_of_a_held_one_breaks_nothing(
    night: Night, held: Attempt
) -> None:
    move = night.attempt()
    night.ledger.settle(move, Answer.ACCEPTED, night.draw())
    assert events(night) == []
    assert night.ledger.attempts == []


def test_a_move_that_is_made_though_the_site_would_not_hold_it_is_noticed(
    night: Night, alice: Person
) -> None:
    move = hold(night, alice)
    night.ledger.settle(move, Answer.REFUSED)
    make_held_moves(now=NOW + HOLD_TIME)
    assert any("was accepted 0 times" in fault for fault in events(night))


def test_an_order_that_is_carried_out_explains_the_moves_of_its_turn(
    night: Night, ordered: Order
) -> None:
    pass_the_turn_to_bob(night)
    assert events(night) == []
    assert carry_out_orders(now=LATER) == 1
    assert events(night) == []
    assert night.ledger.orders == []


@pytest.mark.parametrize("answer", [Answer.UNKNOWN, Answer.REFUSED])
def test_an_order_without_an_answer_may_be_carried_out_and_a_refused_one_may_not(
    night: Night, ordered: Order, answer: Answer
) -> None:
    ordered.answer = answer
    pass_the_turn_to_bob(night)
    carry_out_orders(now=LATER)
    assert len(events(night)) == (0 if answer is Answer.UNKNOWN else 2)


def test_moves_that_nobody_ordered_are_noticed(night: Night, ordered: Order) -> None:
    pass_the_turn_to_bob(night)
    act(night.game, 1, Draw("white"), BLIND)
    assert len(events(night)) == 2


def test_an_order_in_whose_place_its_owner_moves_is_done_with(night: Night, ordered: Order) -> None:
    pass_the_turn_to_bob(night)
    decision = log.load(night.game).decision_seqs[1]
    move = Attempt(ordered.seat, decision, Draw("white"), "own")
    night.ledger.attempts.append(move)
    done = act(night.game, 1, Draw("white"))
    night.ledger.settle(move, Answer.ACCEPTED, done.first_seq)
    assert events(night) == []
    assert night.ledger.orders == []


def test_an_order_that_is_gone_is_noticed(night: Night, ordered: Order) -> None:
    SeatPlan.objects.all().delete()
    assert events(night) == [f"game {night.game.code}: the order of seat 1 is gone"]


def test_an_order_that_waits_for_nothing_is_noticed(night: Night, ordered: Order) -> None:
    Seat.objects.filter(game=night.game).update(plan_delay=None)
    (fault,) = events(night)
    assert fault.endswith("is valid, and waits for nothing")


def test_an_order_whose_turn_has_come_without_it_is_noticed(night: Night, ordered: Order) -> None:
    pass_the_turn_to_bob(night)
    Seat.objects.filter(game=night.game).update(plan_due_at=None)
    (fault,) = events(night)
    assert "has come without it" in fault


def test_an_order_that_counts_as_carried_out_and_was_not_is_noticed(
    night: Night, ordered: Order
) -> None:
    SeatPlan.objects.update(fate=PlanFate.DONE)
    (fault,) = events(night)
    assert fault.endswith("counts as carried out, and is not in the log")


def test_an_order_that_was_on_its_way_while_turns_came_and_went_is_for_the_next(
    night: Night, ordered: Order
) -> None:
    ordered.since = 0
    night.promises.logs[night.game.pk].turns |= {(1, 1), (1, 2)}
    assert events(night) == []
    assert ordered.since == 2
    assert night.ledger.orders == [ordered]


@pytest.mark.parametrize("answered", [True, False])
def test_an_order_in_whose_place_its_owner_moved_is_not_taken_for_a_later_one(
    night: Night, ordered: Order, answered: bool
) -> None:
    """Found by a round that took the later one for late."""
    earlier = replace(ordered, since=0, given=NOW - HOLD_TIME if answered else None)
    night.ledger.orders.insert(0, earlier)
    night.promises.logs[night.game.pk].turns |= {(1, 1), (1, 2)}
    assert events(night) == []
    assert night.ledger.orders == [ordered]
