from __future__ import annotations

from datetime import timedelta

import pytest

import engine
from engine.actions import Draw, DrawTickets, Place, Withdraw
from games import log
from games.absence.substitution import replace_player
from games.notifications.models import Notice, NoticeKind
from games.notifications.pump import fan_out
from games.notifications.webhooks.models import Style, Webhook
from games.people.models import Person
from games.plans.carry_out import CARRY_OUT_TASK, carry_out_orders
from games.plans.giving import plan_of
from games.plans.models import PlanFate, SeatPlan
from games.play.deferred import MARGIN
from games.tables.models import Game, Seat
from tests.fixtures.games import NOW, act
from tests.fixtures.mail import Inbox, html_of, prose_of, text_of
from tests.fixtures.orders import LATER, leave, seat_of
from tests.fixtures.pages import TUNNEL

TWO_BLIND = (Draw("blind"), Draw("blind"))


def fate(seat: Seat) -> str:
    return SeatPlan.objects.get(seat=seat).fate


def last_actions(game: Game, seat: int) -> list[engine.Action]:
    return [line.action for line in log.events(game) if line.action and line.seat == seat]


def told(person: Person) -> list[str]:
    rows = Notice.objects.filter(person=person, kind=NoticeKind.ORDER)
    return [row.data.get("fate", "held") for row in rows.order_by("pk")]


def test_the_branch_that_holds_is_done_when_the_delay_has_passed(
    red_hand: Game, bobs: Seat
) -> None:
    leave(
        "when red is face up: draw red else when white is face up: draw white blind", red_hand, bobs
    )
    act(red_hand, 0, *TWO_BLIND)
    bobs.refresh_from_db()
    due = bobs.plan_due_at
    assert due == NOW + bobs.plan_delay
    assert carry_out_orders(now=due - timedelta(microseconds=1)) == 0
    assert carry_out_orders(now=due) == 1
    assert last_actions(red_hand, 1)[-2:] == [Draw("white"), Draw("blind")]
    assert fate(bobs) == PlanFate.DONE
    assert told(bobs.person) == ["done"]
    bobs.refresh_from_db()
    assert (bobs.decision, bobs.plan_delay, bobs.plan_due_at) == (None, None, None)
    assert carry_out_orders(now=LATER) == 0


def test_the_log_shows_a_move_of_its_owner_and_nothing_else(red_hand: Game, bobs: Seat) -> None:
    leave("when always: draw blind blind", red_hand, bobs)
    act(red_hand, 0, *TWO_BLIND)
    start = log.load(red_hand).seq
    carry_out_orders(now=LATER)
    assert {line.actor for line in log.events(red_hand, after=start)} == {"1"}


def test_where_no_branch_fits_nothing_is_done_and_the_owner_is_notified(
    red_hand: Game, bobs: Seat
) -> None:
    leave("when purple is face up: draw purple", red_hand, bobs)
    act(red_hand, 0, *TWO_BLIND)
    version = log.load(red_hand).seq
    assert carry_out_orders(now=LATER) == 0
    assert log.load(red_hand).seq == version
    assert fate(bobs) == PlanFate.NO_BRANCH
    assert told(bobs.person) == ["no-branch"]


def test_an_order_that_is_not_legal_any_more_does_nothing(red_hand: Game, bobs: Seat) -> None:
    leave("when always: claim dallas to houston: 1 red", red_hand, bobs)
    act(red_hand, 0, *TWO_BLIND)
    carry_out_orders(now=LATER)
    assert fate(bobs) == PlanFate.ILLEGAL
    refusal = SeatPlan.objects.get().refusal
    assert refusal["message"] == "claim.too_few_cards"
    assert log.load(red_hand).decision_seqs[1] == bobs.__class__.objects.get(pk=bobs.pk).decision


def test_a_step_that_became_impossible_leaves_the_rest_to_the_owner(
    red_hand: Game, bobs: Seat
) -> None:
    leave("when always: draw blind red", red_hand, bobs)
    act(red_hand, 0, *TWO_BLIND)
    carry_out_orders(now=LATER)
    assert last_actions(red_hand, 1)[-1] == Draw("blind")
    assert log.load(red_hand).pending[1] == "second"
    assert fate(bobs) == PlanFate.PARTLY
    assert told(bobs.person) == ["partly"]


def test_tickets_drawn_by_an_order_are_chosen_by_the_owner(red_hand: Game, bobs: Seat) -> None:
    leave("when always: tickets", red_hand, bobs)
    act(red_hand, 0, *TWO_BLIND)
    carry_out_orders(now=LATER)
    assert last_actions(red_hand, 1)[-1] == DrawTickets()
    assert log.load(red_hand).pending[1] == "keep"
    assert fate(bobs) == PlanFate.PARTLY


def test_an_owner_who_moves_first_needs_no_order(red_hand: Game, bobs: Seat) -> None:
    leave("when always: tickets", red_hand, bobs)
    act(red_hand, 0, *TWO_BLIND)
    act(red_hand, 1, *TWO_BLIND)
    bobs.refresh_from_db()
    assert bobs.plan_delay is None
    assert plan_of(bobs, bobs.person) is None
    act(red_hand, 0, *TWO_BLIND)
    assert carry_out_orders(now=LATER) == 0
    assert told(bobs.person) == []


def test_who_takes_over_a_seat_does_not_inherit_its_order(
    red_hand: Game, bobs: Seat, charlie: Person
) -> None:
    leave("when always: draw blind blind", red_hand, bobs)
    Seat.objects.filter(pk=bobs.pk).update(person=charlie)
    act(red_hand, 0, *TWO_BLIND)
    assert carry_out_orders(now=LATER) == 0
    assert plan_of(Seat.objects.get(pk=bobs.pk), charlie) is None
    assert told(charlie) == []


def test_a_hand_over_leaves_nothing_of_an_order(
    red_hand: Game, bobs: Seat, charlie: Person
) -> None:
    leave("when always: draw blind blind", red_hand, bobs)
    replace_player(game=red_hand, seat=1, by=charlie, actor="director", now=NOW)
    assert not SeatPlan.objects.exists()
    assert seat_of(red_hand, charlie).plan_delay is None


def test_an_order_is_never_later_than_shortly_before_the_deadline(
    red_hand: Game, bobs: Seat
) -> None:
    leave("when always: draw blind blind", red_hand, bobs)
    Seat.objects.filter(pk=bobs.pk).update(plan_delay=timedelta(days=9))
    act(red_hand, 0, *TWO_BLIND)
    bobs.refresh_from_db()
    assert bobs.plan_due_at == bobs.due_at - MARGIN


def test_past_the_deadline_an_order_moves_no_more(red_hand: Game, bobs: Seat) -> None:
    leave("when always: draw blind blind", red_hand, bobs)
    act(red_hand, 0, *TWO_BLIND)
    bobs.refresh_from_db()
    assert carry_out_orders(now=bobs.due_at) == 0
    assert log.load(red_hand).pending == {1: "turn"}


def test_an_order_does_not_answer_while_its_owner_holds_a_move(red_hand: Game, bobs: Seat) -> None:
    leave("when always: draw blind blind", red_hand, bobs)
    act(red_hand, 0, *TWO_BLIND)
    Seat.objects.filter(pk=bobs.pk).update(held_until=LATER)
    assert carry_out_orders(now=LATER) == 0
    assert log.load(red_hand).pending == {1: "turn"}
    Seat.objects.filter(pk=bobs.pk).update(held_until=None)
    assert carry_out_orders(now=LATER) == 1


def test_looking_for_orders_takes_two_queries_where_nothing_is_due(
    red_hand: Game, bobs: Seat, django_assert_num_queries
) -> None:
    leave("when always: draw blind blind", red_hand, bobs)
    with django_assert_num_queries(2):
        carry_out_orders(now=LATER)


def test_the_owner_gets_a_mail_that_says_what_became_of_the_order(
    red_hand: Game, bobs: Seat, inbox
) -> None:
    leave("when purple is face up: draw purple", red_hand, bobs)
    act(red_hand, 0, *TWO_BLIND)
    inbox()
    carry_out_orders(now=LATER)
    (mail,) = inbox(bobs.person, at=LATER + timedelta(minutes=2))
    text = text_of(mail)
    assert "No part of your order applied, so nothing was done." in text
    assert "purple" not in text.split("Your hand")[0]


def test_a_webhook_says_the_same_with_and_without_an_order(red_hand: Game, bobs: Seat) -> None:
    """The others may read the chat that it writes to."""
    Webhook.objects.create(
        person=bobs.person, style=Style.DISCORD, url="https://chat.example/1", created_at=NOW
    )
    leave("when purple is face up: draw purple", red_hand, bobs)
    act(red_hand, 0, *TWO_BLIND)
    bobs.refresh_from_db()
    turns = Notice.objects.filter(kind=NoticeKind.TURN, decision=bobs.decision)
    # The mail waits for the order, the chat is told at once.
    assert turns.get(person=bobs.person, key="").not_before > NOW
    turn = turns.get(person=bobs.person, key="public")
    assert turn.not_before == NOW
    carry_out_orders(now=LATER)
    fan_out(now=LATER)
    order = Notice.objects.get(kind=NoticeKind.ORDER)
    turn.refresh_from_db()
    assert (order.fanned_out, order.deliveries.count()) == (True, 0)
    assert turn.deliveries.count() == 1


def test_the_same_delay_whether_or_not_the_condition_holds(red_hand: Game, bobs: Seat) -> None:
    for text in ("when white is face up: draw white blind", "when purple is face up: draw purple"):
        leave(text, red_hand, bobs)
        Seat.objects.filter(pk=bobs.pk).update(plan_delay=timedelta(minutes=7))
        act(red_hand, 0, *TWO_BLIND)
        bobs.refresh_from_db()
        assert bobs.plan_due_at == NOW + timedelta(minutes=7)
        act(red_hand, 1, *TWO_BLIND)


@pytest.mark.usefixtures("_hints_are_waited_for")
def test_an_order_that_is_due_soon_is_asked_for_at_its_own_moment(
    red_hand: Game,
    bobs: Seat,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks,
) -> None:
    leave("when always: draw blind blind", red_hand, bobs)
    act(red_hand, 0, *TWO_BLIND)
    bobs.refresh_from_db()
    asked: list[tuple[str, tuple[object, ...], float]] = []
    monkeypatch.setattr(
        "celery.app.base.Celery.send_task",
        lambda self, task, args, countdown, **_: asked.append((task, args, countdown)),
    )
    with django_capture_on_commit_callbacks(execute=True):
        carry_out_orders(now=bobs.plan_due_at - timedelta(seconds=11))
    assert asked == [(CARRY_OUT_TASK, (bobs.pk,), 11.0)]


def test_the_owner_is_asked_by_mail_only_if_the_order_does_not_answer(
    red_hand: Game, bobs: Seat
) -> None:
    leave("when always: draw blind blind", red_hand, bobs)
    act(red_hand, 0, *TWO_BLIND)
    bobs.refresh_from_db()
    notice = Notice.objects.get(person=bobs.person, kind=NoticeKind.TURN, decision=bobs.decision)
    assert notice.not_before > bobs.plan_due_at


@pytest.mark.django_db
class TestTunnels:
    """A tunnel is answered as the order says, after a second delay: nobody answers at once."""

    def test_a_tunnel_is_paid_after_a_delay_of_its_own(
        self, at_the_tunnel: Game, alice: Person
    ) -> None:
        game = at_the_tunnel
        seat = self.due(game, alice, "pay 1 purple 1 loco or withdraw")
        assert carry_out_orders(now=LATER) == 1
        seat.refresh_from_db()
        assert seat.kind == "tunnel"
        assert seat.plan_due_at >= LATER + timedelta(minutes=2)
        assert told(alice) == []
        assert carry_out_orders(now=LATER) == 0
        carry_out_orders(now=LATER + timedelta(minutes=20))
        assert last_actions(game, 0)[-1] == Withdraw()
        assert fate(seat) == PlanFate.DONE

    def test_what_a_tunnel_asks_beyond_the_order_is_the_owners_to_decide(
        self, at_the_tunnel: Game, alice: Person
    ) -> None:
        seat = self.due(at_the_tunnel, alice, "pay 1 purple")
        carry_out_orders(now=LATER)
        carry_out_orders(now=LATER + timedelta(minutes=20))
        assert fate(seat) == PlanFate.UNFORESEEN
        assert log.load(at_the_tunnel).pending[0] == "tunnel"
        assert told(alice) == ["unforeseen"]

    def due(self, game: Game, person: Person, rest: str) -> Seat:
        """Leave the order a round before the turn of the person."""
        seat = seat_of(game, person)
        act(game, 0, Draw("blind"), Place("rack"), Draw("blind"))
        text = f"when {TUNNEL} is free: claim it: 3 purple 1 loco; {rest}"
        length = engine.load_board("team-asia").tracks[TUNNEL].length
        leave(text.replace("3 purple", f"{length - 1} purple"), game, seat)
        for number in (1, 2, 3):
            act(game, number, Draw("blind"), Place("hand"), Draw("blind"))
        return seat


@pytest.mark.parametrize(
    ("text", "done"),
    [
        ("when white is face up: draw white blind", "Bob took a face-up card: white."),
        ("when green is face up: draw blind blind", "Bob drew two cards from the deck."),
    ],
)
def test_the_mail_about_an_order_says_what_was_done(
    red_hand: Game, bobs: Seat, inbox: Inbox, text: str, done: str
) -> None:
    """It tells no hidden card: a digest and other channels show it as well."""
    leave(text, red_hand, bobs)
    act(red_hand, 0, *TWO_BLIND)
    carry_out_orders(now=LATER)
    mail = inbox(bobs.person, at=LATER)[-1]
    assert f"Your order was carried out. {done}" in prose_of(mail)
    assert done in html_of(mail)
    assert text_of(mail).count("To the game:") == 1
