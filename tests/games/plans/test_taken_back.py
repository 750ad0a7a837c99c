"""A take-back ends the order whose turn had come, and the move that is held; the owner hears it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client

from engine.actions import Claim, Draw
from games import log
from games.moderation.offices import moderators_group
from games.notifications.models import Delivery, Notice, NoticeKind
from games.notifications.pump import fan_out
from games.notifications.webhooks.models import Style, Webhook
from games.people.models import Person
from games.plans.carry_out import carry_out_orders
from games.plans.giving import plan_of
from games.plans.models import PlanFate, SeatPlan
from games.play.deferred import HOLD_TIME
from games.play.hold import hold_move, make_held_moves
from games.play.models import HeldMove
from games.tables.models import Game, Seat
from tests.conftest import PeopleFactory
from tests.fixtures.games import NOW, act
from tests.fixtures.mail import Inbox, text_of
from tests.fixtures.orders import LATER, leave, seat_of
from tests.fixtures.pages import Browse

pytestmark = pytest.mark.usefixtures("still_clock")


BLIND = (Draw("blind"), Draw("blind"))
ORDER = "when always: draw blind blind"
GONE = "The game was taken back, and your order was lost."


@pytest.fixture
def directing(people: PeopleFactory, browse: Browse) -> Client:
    mona = people("Mona")
    mona.groups.add(moderators_group())
    return browse(mona)


def back(directing: Client, game: Game, to: int) -> None:
    answer = directing.post(
        f"/direct/{game.code}/take-back/", {"to": to, "reason": "The clock was wrong."}
    )
    assert answer.status_code == 302, answer.content.decode()


def orders_told(person: Person) -> list[dict[str, object]]:
    rows = Notice.objects.filter(person=person, kind=NoticeKind.ORDER)
    return [row.data for row in rows.order_by("pk")]


def test_the_owner_of_an_order_whose_turn_is_gone_hears_that_it_is_gone_and_why(
    red_hand: Game, bobs: Seat, directing: Client, inbox: Inbox, browse: Browse
) -> None:
    start = red_hand.version
    leave(ORDER, red_hand, bobs)
    act(red_hand, 0, *BLIND)
    inbox()
    back(directing, red_hand, start)
    (mail,) = inbox(bobs.person)
    assert GONE in text_of(mail)
    page = browse(bobs.person).get(f"/games/{red_hand.code}/").content.decode()
    assert GONE in page
    assert SeatPlan.objects.get().fate == PlanFate.TAKEN_BACK
    assert carry_out_orders(now=LATER) == 0
    assert log.load(red_hand).pending == {0: "turn"}


def test_nobody_else_hears_of_it(
    red_hand: Game, bobs: Seat, directing: Client, inbox: Inbox, browse: Browse, alice: Person
) -> None:
    start = red_hand.version
    leave(ORDER, red_hand, bobs)
    act(red_hand, 0, *BLIND)
    inbox()
    back(directing, red_hand, start)
    others = [mail for mail in inbox() if str(bobs.person.email) not in str(mail["To"])]
    assert others
    assert not any("your order" in text_of(mail) for mail in others)
    for client in (browse(alice), directing, browse()):
        for path in ("", "log/", "decisions/"):
            assert (
                "order was lost"
                not in client.get(f"/games/{red_hand.code}/{path}").content.decode()
            )


def test_a_webhook_that_others_may_read_says_nothing_of_it(
    red_hand: Game, bobs: Seat, directing: Client
) -> None:
    Webhook.objects.create(
        person=bobs.person, style=Style.DISCORD, url="https://chat.example/1", created_at=NOW
    )
    start = red_hand.version
    leave(ORDER, red_hand, bobs)
    act(red_hand, 0, *BLIND)
    back(directing, red_hand, start)
    fan_out(now=NOW)
    assert len(orders_told(bobs.person)) == 1
    assert not any("order" in call.body for call in Delivery.objects.all())


def test_an_order_whose_turn_is_still_to_come_stays(
    red_hand: Game, bobs: Seat, directing: Client
) -> None:
    start = red_hand.version
    act(red_hand, 0, Draw("blind"))
    leave(ORDER, red_hand, bobs)
    back(directing, red_hand, start)
    assert orders_told(bobs.person) == []
    act(red_hand, 0, *BLIND)
    assert carry_out_orders(now=LATER) == 1
    assert SeatPlan.objects.get().fate == PlanFate.DONE


def test_an_order_for_a_turn_that_comes_by_the_take_back_is_carried_out(
    red_hand: Game, bobs: Seat, directing: Client
) -> None:
    act(red_hand, 0, *BLIND)
    start = log.load(red_hand).seq
    act(red_hand, 1, *BLIND)
    leave(ORDER, red_hand, bobs)
    back(directing, red_hand, start)
    assert log.load(red_hand).pending == {1: "turn"}
    assert carry_out_orders(now=LATER) == 1
    assert [data["fate"] for data in orders_told(bobs.person)] == [PlanFate.DONE]


def test_an_order_that_was_carried_out_before_is_not_said_to_be_gone(
    red_hand: Game, bobs: Seat, directing: Client
) -> None:
    start = red_hand.version
    leave(ORDER, red_hand, bobs)
    act(red_hand, 0, *BLIND)
    carry_out_orders(now=LATER)
    back(directing, red_hand, start)
    assert [data["fate"] for data in orders_told(bobs.person)] == [PlanFate.DONE]


def test_an_order_can_be_left_again_and_is_notified_again(
    red_hand: Game, bobs: Seat, directing: Client
) -> None:
    start = red_hand.version
    for minute in (0, 1):
        leave(ORDER, red_hand, bobs, NOW + timedelta(minutes=minute))
        act(red_hand, 0, *BLIND)
        back(directing, red_hand, start)
    assert [data["fate"] for data in orders_told(bobs.person)] == [PlanFate.TAKEN_BACK] * 2
    owner = plan_of(Seat.objects.get(pk=bobs.pk), bobs.person)
    assert owner is not None
    assert owner.fate == PlanFate.TAKEN_BACK


def test_who_holds_a_move_hears_that_it_is_gone(
    red_hand: Game, alice: Person, directing: Client, inbox: Inbox
) -> None:
    act(red_hand, 0, *BLIND)
    act(red_hand, 1, *BLIND)
    start = red_hand.version
    seat = seat_of(red_hand, alice)
    hold_move(
        game=red_hand,
        seat=0,
        person=alice,
        decision=seat.decision,
        actions=[Claim("dallas-houston-gray-1", "red", 0)],
        key="k",
        now=NOW,
    )
    inbox()
    back(directing, red_hand, start)
    (mail,) = inbox(alice)
    assert "your held move was lost" in text_of(mail)
    assert not HeldMove.objects.exists()
    assert make_held_moves(now=NOW + HOLD_TIME) == 0
    assert log.load(red_hand).owner == {}
