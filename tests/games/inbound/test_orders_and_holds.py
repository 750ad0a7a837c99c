"""Orders and held moves in reply to mails."""

from __future__ import annotations

from email.message import EmailMessage

import pytest

from engine.actions import Draw
from engine.orders.model import decode_order
from games import log
from games.inbound.models import InboundMail
from games.people.models import Person
from games.plans.models import SeatPlan
from games.play.models import HeldMove
from games.tables.models import Game
from tests.fixtures.games import act
from tests.fixtures.mail import Inbox, text_of
from tests.fixtures.orders import read
from tests.fixtures.replies import Reply

Turn = tuple[Game, EmailMessage]
BLIND = (Draw("blind"), Draw("blind"))
TEXT = (
    "when red is face up: draw red blind\nelse when blue is face up: draw blue blind\nelse tickets"
)


def moved(turn: Turn, inbox: Inbox) -> Turn:
    """Alice has made her move, and has the mail that had asked for it."""
    act(turn[0], 0, *BLIND)
    inbox()
    return turn


def test_an_order_is_left_in_reply_to_a_mail_however_old(
    turn: Turn, send: Reply, inbox: Inbox
) -> None:
    game, mail = moved(turn, inbox)
    assert send(mail, f"{TEXT}\n\nThanks, and good night!").outcome == "told"
    assert decode_order(SeatPlan.objects.get().order) == read(TEXT, game, 0)
    (answer,) = inbox()
    text = " ".join(text_of(answer).split())
    assert "Your order is in place. Nobody else can see it." in text
    assert "when red is face up: draw red; draw blind · else when blue is face up" in text
    assert "Write “cancel” to cancel it." in text


def test_an_order_in_dutch_is_answered_in_dutch(
    turn: Turn, send: Reply, inbox: Inbox, alice: Person
) -> None:
    game, mail = moved(turn, inbox)
    Person.objects.filter(pk=alice.pk).update(language="nl")
    send(mail, "als rood open ligt: trek rood blind\nanders trek twee blind")
    order = decode_order(SeatPlan.objects.get().order)
    assert order == read("when red is face up: draw red blind else draw blind blind", game, 0)
    assert "als rood is open: trek rood; trek blind" in text_of(inbox()[0])


def test_a_mail_that_tells_no_cards_does_not_repeat_the_order(
    turn: Turn, send: Reply, inbox: Inbox, alice: Person
) -> None:
    _, mail = moved(turn, inbox)
    Person.objects.filter(pk=alice.pk).update(mail_privacy="counts")
    send(mail, TEXT)
    (answer,) = inbox()
    assert SeatPlan.objects.exists()
    assert "face up" not in text_of(answer).split("wrote:")[0]


def test_an_order_is_cancelled_by_mail(turn: Turn, send: Reply, inbox: Inbox) -> None:
    _, mail = moved(turn, inbox)
    send(mail, TEXT)
    inbox()
    send(mail, "cancel")
    assert not SeatPlan.objects.exists()
    assert "Your order is cancelled." in text_of(inbox()[0])
    send(mail, "cancel")
    assert "You have no order" in text_of(inbox()[0])


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("when the moon is full: draw red", "is not a condition"),
        ("when red is face up: draw red\nelse", "Write a move after"),
        ("when always: claim kochi to takamatsu", "name the cards"),
        ("when always: draw red loco", "as your first card"),
        ("when always: draw red\nperhaps", "is not a command"),
    ],
)
def test_what_cannot_be_an_order_is_answered_with_what_to_write(
    turn: Turn, send: Reply, inbox: Inbox, text: str, sentence: str
) -> None:
    _, mail = moved(turn, inbox)
    send(mail, text)
    assert sentence in text_of(inbox()[0])
    assert not SeatPlan.objects.exists()


def test_the_delivery_log_does_not_say_that_there_is_an_order(
    turn: Turn, send: Reply, inbox: Inbox
) -> None:
    _, mail = moved(turn, inbox)
    for text in (TEXT, "when the moon is full: draw red", "cancel", "show"):
        send(mail, text)
    rows = InboundMail.objects.order_by("pk").values_list("outcome", "detail")
    assert [*rows] == [("told", ""), ("unreadable", "hand"), ("told", ""), ("told", "")]


def test_in_reply_to_the_mail_that_asks_the_part_that_holds_is_done(
    turn: Turn, send: Reply, inbox: Inbox
) -> None:
    game, mail = turn
    card = next(card for card in log.load(game).row if card != "locomotive")
    absent = next(
        c for c in ("red", "blue", "white", "black", "green") if c not in log.load(game).row
    )
    text = f"when {absent} is face up: draw {absent} blind\nelse draw {card} blind"
    assert send(mail, text).outcome == "played"
    assert log.load(game).pending == {1: "turn"}
    assert not SeatPlan.objects.exists()


def test_where_no_part_holds_nothing_is_done(turn: Turn, send: Reply, inbox: Inbox) -> None:
    game, mail = turn
    absent = next(
        c for c in ("red", "blue", "white", "black", "green") if c not in log.load(game).row
    )
    send(mail, f"when {absent} is face up: draw {absent}")
    assert log.load(game).pending == {0: "turn"}
    assert "None of the conditions is met" in text_of(inbox()[0])


def test_an_old_mail_gives_no_order_once_the_turn_has_come(
    turn: Turn, send: Reply, inbox: Inbox
) -> None:
    game, mail = moved(turn, inbox)
    act(game, 1, *BLIND)
    inbox()
    assert send(mail, TEXT).outcome == "stale"
    assert not SeatPlan.objects.exists()


class TestHolding:
    @pytest.fixture
    def holder(self, turn: Turn, alice: Person) -> str:
        """Alice holds her moves; gets a claim that her hand allows."""
        from engine import view
        from engine.actions import Claim
        from engine.text.steps import write_action

        Person.objects.filter(pk=alice.pk).update(hold_moves=True)
        sight = view(log.load(turn[0]), 0)
        claim = next(action for action in sight.legal_actions() if isinstance(action, Claim))
        return write_action(claim, sight)

    def test_a_move_by_mail_is_held_and_withdrawn(
        self, turn: Turn, holder: str, send: Reply, inbox: Inbox
    ) -> None:
        game, mail = turn
        assert send(mail, holder).outcome == "told"
        assert log.load(game).pending == {0: "turn"}
        assert HeldMove.objects.count() == 1
        (answer,) = inbox()
        text = text_of(answer)
        assert "Your move is held until 08:40 CET and counts as made." in text
        assert "Until then, write “withdraw” to withdraw it." in text
        assert "You can write:" not in text
        send(answer, "withdraw")
        assert not HeldMove.objects.exists()
        assert "Your move is withdrawn" in text_of(inbox()[0])

    def test_a_draw_by_mail_is_made_at_once(
        self, turn: Turn, holder: str, send: Reply, inbox: Inbox
    ) -> None:
        game, mail = turn
        send(mail, "draw blind blind")
        assert log.load(game).pending == {1: "turn"}

    def test_a_move_that_is_not_legal_is_not_held(
        self, turn: Turn, holder: str, send: Reply, inbox: Inbox
    ) -> None:
        _, mail = turn
        assert send(mail, "claim matsumoto to nagoya red: 3 blue").outcome == "illegal"
        assert not HeldMove.objects.exists()
