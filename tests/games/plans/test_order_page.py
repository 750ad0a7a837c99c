"""Orders through the pages of the game."""

from __future__ import annotations

import re

import pytest
from django.utils.html import escape

from engine.actions import Draw
from engine.orders.model import decode_order
from games import log
from games.people.models import Person
from games.plans.carry_out import carry_out_orders
from games.plans.models import SeatPlan
from games.tables.models import Game, Seat
from tests.fixtures.games import act
from tests.fixtures.orders import LATER, leave, read, seat_of
from tests.fixtures.pages import Browse

TEXT = "when white is face up: draw white blind else tickets"
CHOSEN = {
    "rows": "3",
    "if0": "free:dallas-houston-gray-1",
    "and0": "have:1:yellow",
    "do0": "it",
    "cards0": "1",
    "colour0": "yellow",
    "if1": "up:white",
    "do1": "draw:white+blind",
    "if2": "always",
    "do2": "tickets",
}
SAME = (
    "when dallas-houston-gray-1 is free and i have 1 yellow: claim it: 1 yellow"
    " else when white is face up: draw white blind else tickets"
)


def url(game: Game, rest: str = "order/") -> str:
    return f"/games/{game.code}/{rest}"


@pytest.fixture
def page(red_hand: Game, bob: Person, browse: Browse):
    client = browse(bob)

    def get(**query: str):
        return client.get(url(red_hand), query)

    return get


def test_the_page_of_the_game_offers_to_leave_an_order(
    red_hand: Game, alice: Person, bob: Person, charlie: Person, browse: Browse
) -> None:
    Game.objects.filter(pk=red_hand.pk).update(plans="off")
    for reader in (alice, bob, charlie, None):
        text = browse(reader).get(url(red_hand, "")).content.decode()
        assert (url(red_hand) in text) == (reader == bob)


def test_an_order_that_was_chosen_is_shown_before_it_is_given(page) -> None:
    text = page(**CHOSEN).content.decode()
    assert "If Dallas – Houston (grey) is free and you can pay with 1 yellow" in text
    assert "Else, if white is face up" in text
    assert "take the face-up card white, then draw a card from the deck" in text
    assert "Give this order" in text
    assert not SeatPlan.objects.exists()


def test_what_was_shown_is_what_is_given(page, red_hand: Game, bob: Person, browse: Browse) -> None:
    shown = page(**CHOSEN).content.decode()
    text = re.search('name="text" value="([^"]+)"', shown)[1]
    answer = browse(bob).post(url(red_hand), {"text": text})
    assert answer.status_code == 302
    standing = SeatPlan.objects.get()
    assert decode_order(standing.order) == read(SAME, red_hand, 1)


def test_the_rows_keep_what_was_chosen_when_one_more_is_asked_for(page) -> None:
    text = page(**{**CHOSEN, "rows": "4"}).content.decode()
    assert '<option value="up:white" selected>' in text
    assert 'name="do3"' in text
    assert 'name="do4"' not in text


def test_the_form_fills_in_the_cards_that_a_route_costs(page, red_hand: Game) -> None:
    hand = log.load(red_hand).hands[1]
    query = {"if0": "free:dallas-houston-gray-1", "do0": "it"}
    form = page(**query).context["form"]
    held = max((card for card in hand if card != "locomotive"), key=lambda card: hand[card])
    assert (form.rows[0].cards, form.rows[0].colour) == ("1", held)
    text = page(**query, and0="have:1:yellow").content.decode()
    assert "claim Dallas – Houston (grey) with 1 yellow" in text
    assert "Give this order" in text
    text = page(do0="denver-kansas-city-black-1").content.decode()
    assert "with 4 black" in text


@pytest.mark.parametrize(
    "order",
    [
        SAME,
        "when white is face up: draw white blind else claim dallas-houston-gray-1: 1 red",
        "when dallas-houston-gray-1 is free and i have 2 red: claim it: 1 locomotive",
    ],
)
def test_a_change_begins_with_the_present_order(
    page, red_hand: Game, bob: Person, browse: Browse, order: str
) -> None:
    browse(bob).post(url(red_hand), {"text": order})
    standing = decode_order(SeatPlan.objects.get().order)
    shown = page()
    chosen = {
        f"{name}{row.number}": value
        for row in shown.context["form"].rows
        for name, value in {
            "if": row.condition, "and": row.also, "do": row.move, "cards": row.cards,
            "colour": row.colour, "locos": row.locomotives,
        }.items()
    }  # fmt: skip
    chosen["rows"] = str(len(shown.context["form"].rows))
    assert read(page(**chosen).context["text"], red_hand, 1) == standing
    assert read(shown.context["typed"], red_hand, 1) == standing


def test_an_order_that_the_rows_cannot_say_is_changed_as_text(
    page, red_hand: Game, bob: Person, browse: Browse
) -> None:
    text = "when dallas-houston-gray-1 is taken: draw blind blind"
    browse(bob).post(url(red_hand), {"text": text})
    shown = page()
    assert read(shown.context["typed"], red_hand, 1) == read(text, red_hand, 1)
    assert {row.move for row in shown.context["form"].rows} == {""}


def test_an_order_can_be_written_and_a_mistake_is_explained(page) -> None:
    assert "Give this order" in page(text=TEXT).content.decode()
    wrong = page(text="when the moon is full: draw red")
    assert wrong.status_code == 422
    assert escape("“the moon is full” is not a condition") in wrong.content.decode()
    assert "the moon is full: draw red</textarea>" in wrong.content.decode()


def test_a_move_without_a_condition_is_done_whatever_happens(page) -> None:
    assert "Always" in page(text="draw blind blind").content.decode()


@pytest.mark.parametrize(
    "query",
    [
        {"rows": "999", "do0": "x"},
        {"rows": "-1", "if0": "free:nowhere", "do0": "it", "cards0": "1"},
        {"if0": "have:99999:red", "do0": "tickets"},
        {"if0": "<script>", "do0": "draw:red+red+red"},
        {"do0": "claim", "cards0": "abc"},
        {"do0": "it"},
        {"text": "x" * 1001},
        {"text": "help"},
    ],
)
def test_an_address_that_nobody_made_is_answered_with_a_sentence(page, query) -> None:
    answer = page(**query)
    assert answer.status_code in (200, 422)
    assert "<script>" not in answer.content.decode()


def test_what_can_never_be_legal_is_refused_on_the_page(page, red_hand: Game) -> None:
    answer = page(text="when always: claim dallas - houston: 2 red")
    assert answer.status_code == 422
    assert not SeatPlan.objects.exists()


def test_the_owner_sees_the_order_and_cancels_it(
    red_hand: Game, bobs: Seat, bob: Person, browse: Browse
) -> None:
    leave(TEXT, red_hand, bobs)
    client = browse(bob)
    text = client.get(url(red_hand, "")).content.decode()
    assert "Your order for your next turn" in text
    assert "If white is face up" in text
    client.post(url(red_hand, "order/cancel/"))
    told = client.get(url(red_hand, "")).content.decode()
    assert "Your order for your next turn" in told, "only one that has ended is dismissed"
    client.post(url(red_hand, "order/cancel/"), {"standing": "1"})
    assert "Your order for your next turn" not in client.get(url(red_hand, "")).content.decode()


def test_the_owner_reads_what_became_of_it_and_puts_it_away(
    red_hand: Game, bobs: Seat, bob: Person, browse: Browse
) -> None:
    leave("when always: claim dallas to houston: 1 red", red_hand, bobs)
    act(red_hand, 0, Draw("blind"), Draw("blind"))
    carry_out_orders(now=LATER)
    client = browse(bob)
    text = client.get(url(red_hand, "")).content.decode()
    assert "Your order was no longer possible" in text
    assert "Your hand has too few red cards for this payment: it needs 1" in text
    client.post(url(red_hand, "order/cancel/"))
    assert "Your order was no longer possible" not in client.get(url(red_hand, "")).content.decode()


def test_a_page_that_the_owner_kept_is_stale_once_there_is_an_order(
    red_hand: Game, bobs: Seat, bob: Person, browse: Browse
) -> None:
    client = browse(bob)
    client.get(url(red_hand, ""))
    tag = client.get(url(red_hand, "")).headers["ETag"]
    leave(TEXT, red_hand, bobs)
    fresh = client.get(url(red_hand, ""), headers={"if-none-match": tag})
    assert fresh.status_code == 200
    tag = fresh.headers["ETag"]
    assert client.get(url(red_hand, ""), headers={"if-none-match": tag}).status_code == 304
    client.post(url(red_hand, "order/cancel/"))
    assert client.get(url(red_hand, ""), headers={"if-none-match": tag}).status_code == 200


def test_in_ones_own_turn_the_page_of_orders_leads_to_the_move(
    red_hand: Game, alice: Person, browse: Browse
) -> None:
    text = browse(alice).get(url(red_hand)).content.decode()
    assert "Orders are for the next turn" in text
    assert browse(alice).post(url(red_hand), {"text": TEXT}).status_code == 422


def test_in_ones_own_turn_a_text_with_conditions_prepares_the_move(
    red_hand: Game, alice: Person, browse: Browse
) -> None:
    client = browse(alice)
    answer = client.get(url(red_hand, "move/"), {"text": TEXT}).content.decode()
    assert "Take the face-up white card" in answer or "white" in answer
    refused = client.get(url(red_hand, "move/"), {"text": "when purple is face up: draw purple"})
    assert "None of the conditions is met" in refused.content.decode()


def test_an_anonymous_user_and_a_spectator_have_no_orders(
    red_hand: Game, charlie: Person, browse: Browse
) -> None:
    assert browse(charlie).get(url(red_hand)).status_code == 302
    assert browse(charlie).post(url(red_hand), {"text": TEXT}).status_code == 302
    assert "login" in browse(None).get(url(red_hand)).headers["Location"]
    assert not SeatPlan.objects.exists()


def test_a_game_that_moves_on_keeps_the_order_until_its_turn(
    red_hand: Game, bobs: Seat, bob: Person, browse: Browse
) -> None:
    leave(TEXT, red_hand, bobs)
    act(red_hand, 0, Draw("blind"), Draw("blind"))
    text = browse(bob).get(url(red_hand, "")).content.decode()
    assert "your order moves for you within 20 minutes" in text
    assert log.load(red_hand).pending == {1: "turn"}
    assert seat_of(red_hand, bob).plan_due_at is not None
