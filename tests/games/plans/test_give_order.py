from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

import engine
from engine.actions import Draw
from engine.orders.model import decode_order
from games import log
from games.common.errors import Refused
from games.people.models import Person
from games.plans.giving import cancel_plan, give, plan_of
from games.plans.models import SeatPlan
from games.play.deferred import LONGEST_DELAY, SHORTEST_DELAY, draw_delay
from games.tables.models import Game, Seat
from tests.fixtures.games import NOW, act
from tests.fixtures.orders import leave, read, seat_of


def test_an_order_is_kept_for_its_owner_alone(red_hand: Game, bobs: Seat, alice: Person) -> None:
    standing = leave("when red is face up: draw red else draw blind", red_hand, bobs)
    bobs.refresh_from_db()
    assert decode_order(standing.order) == read(
        "when red is face up: draw red else draw blind", red_hand, 1
    )
    assert plan_of(bobs, bobs.person) == standing
    assert plan_of(bobs, alice) is None
    assert plan_of(seat_of(red_hand, alice), alice) is None


def test_an_order_waits_between_2_and_20_minutes(red_hand: Game, bobs: Seat) -> None:
    leave("when always: draw blind", red_hand, bobs)
    bobs.refresh_from_db()
    assert SHORTEST_DELAY <= bobs.plan_delay <= LONGEST_DELAY
    assert bobs.plan_due_at is None


def test_delays_are_drawn_from_the_whole_span() -> None:
    delays = [draw_delay() for _ in range(400)]
    assert min(delays) < SHORTEST_DELAY + timedelta(minutes=1)
    assert max(delays) > LONGEST_DELAY - timedelta(minutes=1)
    assert len(set(delays)) > 390


def test_a_new_order_takes_the_place_of_the_old_one(red_hand: Game, bobs: Seat) -> None:
    leave("when always: draw blind", red_hand, bobs)
    leave("when always: tickets", red_hand, bobs)
    (standing,) = SeatPlan.objects.all()
    assert decode_order(standing.order) == read("when always: tickets", red_hand, 1)


def test_no_order_is_taken_while_it_is_your_turn(red_hand: Game, alice: Person) -> None:
    with pytest.raises(Refused, match="your turn now"):
        leave("when always: draw blind", red_hand, seat_of(red_hand, alice))


def test_an_order_may_be_given_while_others_choose_their_first_tickets(
    begin: Callable[..., Game], alice: Person, bob: Person
) -> None:
    game = begin(alice, bob)
    leave("when always: draw blind", game, seat_of(game, bob))
    assert SeatPlan.objects.count() == 1


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("when always: claim dallas to houston: 1 red", "lies beside a track of your own|claimed"),
        ("when always: draw red loco", "as your first card"),
    ],
)
def test_what_can_never_be_legal_is_refused_with_a_sentence(
    red_hand: Game, bobs: Seat, text: str, sentence: str
) -> None:
    track = "dallas-houston-gray-1"
    assert track in engine.load_board("usa").tracks
    act(red_hand, 0, *[engine.actions.Claim(track, "red", 0)])
    act(red_hand, 1, Draw("blind"), Draw("blind"))
    with pytest.raises(Refused, match=sentence):
        leave(text, red_hand, bobs)
    assert not SeatPlan.objects.exists()


def test_nobody_gives_an_order_for_somebody_elses_seat(
    red_hand: Game, bobs: Seat, alice: Person
) -> None:
    order = read("when always: draw blind", red_hand, 1)
    with pytest.raises(Refused):
        give(game=red_hand, seat=1, person=alice, plan=order, now=NOW)


def test_an_order_can_be_cancelled_once(red_hand: Game, bobs: Seat) -> None:
    leave("when always: draw blind", red_hand, bobs)
    cancel_plan(game=red_hand, seat=1, person=bobs.person, now=NOW)
    bobs.refresh_from_db()
    assert bobs.plan_delay is None
    assert plan_of(bobs, bobs.person) is None
    with pytest.raises(Refused):
        cancel_plan(game=red_hand, seat=1, person=bobs.person, now=NOW)


def test_nothing_of_an_order_is_in_the_log(red_hand: Game, bobs: Seat) -> None:
    before = red_hand.version
    leave("when always: draw blind", red_hand, bobs)
    assert len(list(log.events(red_hand, after=before))) == 0
