"""Who has left an order or holds a move is asked later or not at all; but never too seldom.

Whatever becomes of the order or of the held move, in whatever order things happen: as long as the
decision is open in the end, one mail asks for it, and only one.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from email.message import EmailMessage

import pytest

from engine.actions import Claim, Draw
from games import log
from games.absence.substitution import replace_player
from games.notifications.mail import compose
from games.notifications.models import NotificationPreferences
from games.notifications.pump import fan_out
from games.notifications.webhooks.models import Style
from games.notifications.webhooks.registration import save_webhook
from games.people.models import Person
from games.plans import carry_out as carrying_out
from games.plans.carry_out import carry_out_orders
from games.plans.giving import cancel_plan
from games.plans.models import SeatPlan
from games.play.deferred import HOLD_TIME
from games.play.hold import hold_move, make_held_moves, withdraw_held
from games.play.models import HeldMove
from games.scheduler.alarm import overdue
from games.scheduler.wrong_clock import recall_from_the_future
from games.tables.models import Game, Seat
from tests.fixtures.games import NOW, act
from tests.fixtures.mail import Inbox, text_of
from tests.fixtures.orders import leave
from tests.fixtures.replies import Reply, address_in

pytestmark = pytest.mark.usefixtures("still_clock")


MINUTE = timedelta(minutes=1)
DUE = NOW + 7 * MINUTE
LATER = NOW + timedelta(hours=1)
BLIND = (Draw("blind"), Draw("blind"))
NEVER = "when purple is face up: draw purple"
WRONG = "when always: claim dallas to houston: 1 red"
HALF = "when always: tickets"

Ordered = Callable[..., Seat]


@pytest.fixture
def ordered(red_hand: Game, bobs: Seat, inbox: Inbox) -> Ordered:
    """Bob leaves an order, due seven minutes after his turn has come: `ordered(NEVER)`."""

    def order(text: str, **wishes: object) -> Seat:
        inbox()
        NotificationPreferences.objects.update_or_create(person=bobs.person, defaults=wishes)
        leave(text, red_hand, bobs)
        Seat.objects.filter(pk=bobs.pk).update(plan_delay=DUE - NOW)
        act(red_hand, 0, *BLIND)
        bobs.refresh_from_db()
        assert bobs.plan_due_at == DUE
        return bobs

    return order


@pytest.fixture
def mails_of(inbox: Inbox) -> Callable[..., list[EmailMessage]]:
    """Return what a person gets until a time: minute by minute, and later every five."""

    def look(person: Person | None, start: datetime = NOW, until: datetime = LATER) -> list:
        found = []
        at = start
        while at <= until:
            found += inbox(person, at=at)
            at += MINUTE if at < start + 10 * MINUTE else 5 * MINUTE
        return found

    return look


def asks(mail: EmailMessage) -> bool:
    return "Make your move" in text_of(mail) and address_in(mail).startswith("reply+")


def test_an_order_that_answers_leaves_nothing_to_ask(ordered: Ordered, mails_of) -> None:
    seat = ordered("when always: draw blind blind")
    assert mails_of(seat.person, until=DUE - MINUTE) == []
    assert carry_out_orders(now=DUE) == 1
    mails = mails_of(seat.person, DUE)
    assert len(mails) == 1
    assert not asks_at_all(mails)


def test_a_question_that_waits_for_an_order_is_not_taken_for_one_of_a_wrong_clock(
    ordered: Ordered, mails_of
) -> None:
    """Found by `make faults`: the mail left within a minute, before the order was carried out."""
    seat = ordered("when always: draw blind blind")
    assert overdue(now=NOW) == {}
    assert recall_from_the_future(now=NOW) == 0
    assert mails_of(seat.person, until=DUE - MINUTE) == []


def asks_at_all(mails: list[EmailMessage]) -> bool:
    return any("Make your move" in text_of(mail) for mail in mails)


@pytest.mark.parametrize("text", [NEVER, WRONG, HALF])
@pytest.mark.parametrize("off", [[], ["mail:order"]])
def test_an_order_that_does_not_answer_is_followed_by_one_mail_that_asks(
    ordered: Ordered, mails_of, text: str, off: list[str]
) -> None:
    """Also where its owner does not want to hear of orders."""
    seat = ordered(text, off=off)
    assert mails_of(seat.person, until=DUE - MINUTE) == []
    carry_out_orders(now=DUE)
    assert log.load(seat.game).pending.keys() == {1}
    (mail,) = mails_of(seat.person, DUE)
    assert asks(mail)
    assert ("order" in text_of(mail)) == (not off)


def test_what_is_asked_after_a_part_of_an_order_can_be_answered_by_mail(
    ordered: Ordered, mails_of, send: Reply
) -> None:
    seat = ordered(HALF)
    carry_out_orders(now=DUE)
    (mail,) = mails_of(seat.person, DUE)
    assert send(mail, "keep all", at=LATER).outcome == "played"
    assert log.load(seat.game).pending.keys() == {0}


def test_an_order_that_nobody_carries_out_does_not_keep_the_mail_back_for_ever(
    ordered: Ordered, mails_of
) -> None:
    """The workers that carry out orders are away, and those that send mail are not."""
    seat = ordered("when always: draw blind blind")
    (mail,) = mails_of(seat.person)
    assert asks(mail)


def test_an_order_that_is_carried_out_late_leaves_no_second_mail_about_its_turn(
    ordered: Ordered, mails_of
) -> None:
    seat = ordered(NEVER)
    (first,) = mails_of(seat.person)
    carry_out_orders(now=LATER)
    second = mails_of(seat.person, LATER, LATER + 30 * MINUTE)
    assert asks(first)
    assert not asks_at_all(second)
    assert "No part of your order applied" in text_of(second[0])


def test_killed_while_an_order_ends_the_next_run_ends_it_and_asks(
    ordered: Ordered, mails_of, monkeypatch: pytest.MonkeyPatch
) -> None:
    seat = ordered(HALF)

    class Killed(BaseException):
        pass

    def kill(*_: object, **__: object) -> None:
        raise Killed

    with monkeypatch.context() as broken:
        broken.setattr(carrying_out, "clear_plan_timer", kill)
        with pytest.raises(Killed):
            carry_out_orders(now=DUE)
    assert log.load(seat.game).pending == {1: "turn"}
    carry_out_orders(now=DUE + MINUTE)
    assert log.load(seat.game).pending == {1: "keep"}
    (mail,) = mails_of(seat.person, DUE + MINUTE)
    assert asks(mail)


def test_an_order_that_fails_every_time_does_not_keep_the_mail_back(
    ordered: Ordered, mails_of, monkeypatch: pytest.MonkeyPatch
) -> None:
    seat = ordered("when always: draw blind blind")
    monkeypatch.setattr(carrying_out, "first_true_branch", lambda *_: 1 / 0)
    assert carry_out_orders(now=DUE) == 0
    (mail,) = mails_of(seat.person)
    assert asks(mail)


def test_who_cancels_an_order_in_the_turn_is_asked_at_once(
    ordered: Ordered, mails_of, red_hand: Game
) -> None:
    seat = ordered(NEVER)
    cancel_plan(game=red_hand, seat=1, person=seat.person, now=NOW + MINUTE)
    (mail,) = mails_of(seat.person, NOW + MINUTE)
    assert asks(mail)


def test_an_order_whose_row_is_gone_lets_the_mail_out(ordered: Ordered, mails_of) -> None:
    seat = ordered(NEVER)
    SeatPlan.objects.all().delete()
    carry_out_orders(now=DUE)
    (mail,) = mails_of(seat.person, DUE)
    assert asks(mail)


def test_the_delay_and_the_quiet_hours_of_the_owner_hold_after_an_order_too(
    ordered: Ordered, mails_of
) -> None:
    seat = ordered(NEVER, delay=30)
    carry_out_orders(now=DUE)
    assert mails_of(seat.person, DUE, NOW + 29 * MINUTE) == []
    (mail,) = mails_of(seat.person, NOW + 30 * MINUTE)
    assert asks(mail)


def test_a_mail_that_was_written_before_the_order_moved_does_not_leave(
    ordered: Ordered, mails_of
) -> None:
    seat = ordered("when always: draw blind blind")
    compose.compose_due(now=DUE + 2 * MINUTE, limit=10)
    carry_out_orders(now=DUE + 2 * MINUTE)
    assert not asks_at_all(mails_of(seat.person, DUE + 2 * MINUTE))


@pytest.mark.parametrize("text", [NEVER, WRONG, HALF])
def test_a_webhook_that_the_others_may_read_is_not_told_what_only_an_order_makes_a_mail_of(
    red_hand: Game, bobs: Seat, inbox: Inbox, text: str
) -> None:
    inbox()
    fan_out(now=NOW)
    save_webhook(person=bobs.person, style=Style.DISCORD, url="https://chat.example.org/1", now=NOW)
    leave(text, red_hand, bobs)
    act(red_hand, 0, *BLIND)
    assert fan_out(now=NOW) == 1
    assert inbox(bobs.person) == []
    carry_out_orders(now=LATER)
    assert fan_out(now=LATER) == 0
    assert asks_at_all(inbox(bobs.person, at=LATER))


class TestHeldMoves:
    """Who holds a move has decided; if the move is not made, the question is open again."""

    @pytest.fixture
    def turn(self, red_hand: Game, alice: Person, inbox: Inbox) -> Game:
        """Alice is to move, and hears of turns five minutes later."""
        act(red_hand, 0, *BLIND)
        inbox()
        NotificationPreferences.objects.update_or_create(person=alice, defaults={"delay": 5})
        act(red_hand, 1, *BLIND)
        return red_hand

    def hold(self, game: Game, person: Person, at: datetime = NOW) -> None:
        hold_move(
            game=game,
            seat=0,
            person=person,
            decision=log.load(game).decision_seqs[0],
            actions=[Claim("dallas-houston-gray-1", "red", 0)],
            key="k",
            now=at,
        )

    def test_a_held_move_that_is_made_leaves_nothing_to_ask(
        self, turn: Game, alice: Person, mails_of
    ) -> None:
        self.hold(turn, alice)
        mails = mails_of(alice, until=NOW + HOLD_TIME - MINUTE)
        make_held_moves(now=NOW + HOLD_TIME)
        assert not asks_at_all(mails + mails_of(alice, NOW + HOLD_TIME))

    def test_who_withdraws_a_move_after_the_mail_was_dropped_is_asked(
        self, turn: Game, alice: Person, mails_of
    ) -> None:
        self.hold(turn, alice)
        assert mails_of(alice, until=NOW + 8 * MINUTE) == []
        withdraw_held(game=turn, seat=0, person=alice, now=NOW + 9 * MINUTE)
        (mail,) = mails_of(alice, NOW + 9 * MINUTE)
        assert asks(mail)

    def test_who_withdraws_a_move_before_the_mail_was_due_is_asked_once(
        self, turn: Game, alice: Person, mails_of
    ) -> None:
        self.hold(turn, alice)
        withdraw_held(game=turn, seat=0, person=alice, now=NOW + MINUTE)
        (mail,) = mails_of(alice)
        assert asks(mail)

    def test_who_was_asked_before_holding_a_move_is_not_asked_again(
        self, turn: Game, alice: Person, mails_of
    ) -> None:
        (first,) = mails_of(alice, until=NOW + 6 * MINUTE)
        assert asks(first)
        self.hold(turn, alice, NOW + 6 * MINUTE)
        withdraw_held(game=turn, seat=0, person=alice, now=NOW + 7 * MINUTE)
        assert mails_of(alice, NOW + 7 * MINUTE) == []

    @pytest.mark.parametrize("off", [[], ["mail:order"]])
    def test_a_held_move_that_cannot_be_made_is_followed_by_a_mail_that_asks(
        self, turn: Game, alice: Person, mails_of, off: list[str]
    ) -> None:
        NotificationPreferences.objects.filter(person=alice).update(off=off)
        self.hold(turn, alice)
        assert mails_of(alice, until=NOW + 8 * MINUTE) == []
        HeldMove.objects.update(actions=[{"type": "claim", "track": "nowhere", "colour": "red"}])
        make_held_moves(now=NOW + HOLD_TIME)
        mails = mails_of(alice, NOW + HOLD_TIME)
        assert [asks(mail) for mail in mails if asks_at_all([mail])] == [True]

    def test_held_and_withdrawn_again_and_again_it_is_asked_for_once(
        self, turn: Game, alice: Person, mails_of
    ) -> None:
        mails = []
        for round_ in range(3):
            start = NOW + 20 * round_ * MINUTE
            self.hold(turn, alice, start)
            mails += mails_of(alice, start, start + 8 * MINUTE)
            withdraw_held(game=turn, seat=0, person=alice, now=start + 9 * MINUTE)
            mails += mails_of(alice, start + 9 * MINUTE, start + 19 * MINUTE)
        assert [asks(mail) for mail in mails] == [True]


def test_who_gets_a_seat_back_in_the_same_turn_is_asked_again(
    red_hand: Game, alice: Person, charlie: Person, inbox: Inbox, send: Reply
) -> None:
    """The address in the mail from before died when the seat was handed on."""
    (old,) = [mail for mail in inbox(alice) if asks_at_all([mail])]
    for person in (charlie, alice):
        replace_player(game=red_hand, seat=0, by=person, actor="director", now=NOW)
    mails = inbox(alice, at=NOW + MINUTE)
    (mail,) = [one for one in mails if asks_at_all([one])]
    assert send(old, "draw blind blind").outcome == "unknown"
    assert send(mail, "draw blind blind").outcome == "played"
