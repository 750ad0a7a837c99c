"""Orders through the pages of the game."""

from __future__ import annotations

import pytest
from django.utils.html import escape

from engine.actions import Draw
from engine.orders.model import decode_order
from games import log
from games.people.models import Person
from games.plans.carry_out import carry_out_orders
from games.plans.models import SeatPlan
from games.tables.models import Game, PlanChoice, Seat
from tests.fixtures.games import act
from tests.fixtures.orders import LATER, allow_plans, leave, read, seat_of
from tests.fixtures.pages import Browse

TEXT = "when white is face up: draw white blind else tickets"
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


@pytest.fixture
def press(red_hand: Game, bob: Person, browse: Browse):
    client = browse(bob)

    def send(do: str, text: str = "", **fields: str):
        return client.post(url(red_hand, "plan/"), {"do": do, "text": text, **fields})

    return send


def test_the_page_of_the_game_offers_to_leave_an_order(
    red_hand: Game, alice: Person, bob: Person, charlie: Person, browse: Browse
) -> None:
    Game.objects.filter(pk=red_hand.pk).update(plans="off")
    for reader in (alice, bob, charlie, None):
        text = browse(reader).get(url(red_hand, "")).content.decode()
        assert ("Leave an order for your next turn" in text) == (reader == bob)
        assert (url(red_hand, "plan/") in text) == (reader == bob)


def test_an_order_is_shown_before_it_is_given(page) -> None:
    shown = page(text=SAME)
    assert shown.context["lines"] == [
        "when dallas to houston gray is free and i have 1 yellow: "
        "claim dallas to houston gray: 1 yellow",
        "else when white is face up: draw white; draw blind",
        "else tickets",
    ]
    assert "Give this order" in shown.content.decode()
    assert 'data-track="dallas-houston-gray-1"' in shown.content.decode()
    assert not SeatPlan.objects.exists()


@pytest.mark.parametrize("plans", list(PlanChoice))
@pytest.mark.parametrize("rest", ["order/", "plan/"])
def test_what_was_shown_is_what_is_given(
    page, red_hand: Game, bob: Person, browse: Browse, plans: str, rest: str
) -> None:
    allow_plans(red_hand, plans)
    text = page(text=SAME).context["text"]
    answer = browse(bob).post(url(red_hand, rest), {"text": text, "do": "give"})
    assert answer.status_code == 302
    assert SeatPlan.objects.get().as_order == read(SAME, red_hand, 1)


def test_the_old_address_gives_a_text_without_a_press(
    red_hand: Game, bob: Person, browse: Browse
) -> None:
    assert browse(bob).post(url(red_hand), {}).status_code == 422
    assert browse(bob).post(url(red_hand), {"text": SAME}).status_code == 302
    assert SeatPlan.objects.get().as_order == read(SAME, red_hand, 1)


def test_a_press_claims_with_the_cards_that_the_page_knows(press, red_hand: Game) -> None:
    hand = log.load(red_hand).hands[1]
    held = max((card for card in hand if card != "locomotive"), key=lambda card: hand[card])
    shown = press("order", track="dallas-houston-gray-1", colour="")
    free = "when dallas to houston gray is free: claim dallas to houston gray"
    assert shown.context["lines"] == [f"{free}: 1 {held}"]
    shown = press("order", track="dallas-houston-gray-1", colour="yellow")
    assert shown.context["lines"] == [f"{free}: 1 yellow"]
    black = press("order", shown.context["text"], track="denver-kansas-city-black")
    assert black.context["lines"][1].endswith("denver to kansas-city black: 4 black")
    assert press("drop-0", black.context["text"]).context["lines"] == [
        black.context["lines"][1].removeprefix("else ")
    ]
    assert press("give", black.context["text"]).status_code == 302
    assert len(SeatPlan.objects.get().as_order.branches) == 2


def test_a_press_puts_a_claim_before_what_is_done_otherwise(press) -> None:
    shown = press("order", TEXT, track="dallas-houston-gray-1", colour="yellow")
    lines = shown.context["lines"]
    assert [line.split(":")[0] for line in lines[:2]] == [
        "when white is face up", "else when dallas to houston gray is free",
    ]  # fmt: skip
    assert lines[2] == "else tickets"


def test_an_aim_begins_a_plan_in_place_of_an_order(press) -> None:
    shown = press("connect", TEXT, **{"from": "seattle", "to": "helena"})
    assert shown.context["lines"] == ["connect seattle with helena"]


def test_at_a_table_without_plans_the_page_knows_orders_alone(press, page, red_hand: Game) -> None:
    allow_plans(red_hand, PlanChoice.OFF)
    text = page().content.decode()
    assert "Order for your next turn" in text
    assert 'value="order"' in text
    assert 'value="connect"' not in text
    assert "when red is face up: draw red blind" in text, "the example"
    assert press("show", "complete my tickets").status_code == 422
    assert press("give", "").status_code == 422
    refused = press("give", "plan\ncomplete my tickets")
    assert "This table plays without plans" in refused.content.decode()
    assert not SeatPlan.objects.exists()
    assert press("give", TEXT).status_code == 302


@pytest.mark.parametrize(
    "order",
    [
        SAME,
        "when white is face up: draw white blind else claim dallas-houston-gray-1: 1 red",
        "when dallas-houston-gray-1 is free and i have 2 red: claim it: 1 locomotive",
        "when dallas-houston-gray-1 is taken: draw blind blind",
    ],
)
def test_a_change_begins_with_the_present_order(
    page, red_hand: Game, bob: Person, browse: Browse, order: str
) -> None:
    browse(bob).post(url(red_hand), {"text": order})
    standing = decode_order(SeatPlan.objects.get().order)
    assert read(page().context["text"], red_hand, 1) == standing


def test_an_order_can_be_written_and_a_mistake_is_explained(page) -> None:
    assert "Give this order" in page(text=TEXT).content.decode()
    wrong = page(text="when the moon is full: draw red")
    assert wrong.status_code == 422
    assert escape("“the moon is full” is not a condition") in wrong.content.decode()
    assert "the moon is full: draw red</textarea>" in wrong.content.decode()
    unpaid = page(text="claim dallas - houston")
    assert unpaid.status_code == 422
    assert "claim dallas to houston" in unpaid.context["error"], "an example with its cards"


def test_a_move_without_a_condition_is_done_whatever_happens(page) -> None:
    shown = page(text="draw blind blind")
    assert shown.context["lines"] == ["when always: draw blind; draw blind"]


@pytest.mark.parametrize(
    "query",
    [
        {"rows": "999", "do0": "x"},
        {"rows": "-1", "if0": "free:nowhere", "do0": "it", "cards0": "1"},
        {"if0": "have:99999:red", "do0": "tickets"},
        {"if0": "<script>", "do0": "draw:red+red+red"},
        {"do0": "claim", "cards0": "abc"},
        {"do0": "it"},
        {"text": "<script>"},
        {"text": "when <script> is free: draw <script>"},
        {"text": "x" * 1001},
        {"text": "help"},
    ],
)
def test_an_address_that_nobody_made_is_answered_with_a_sentence(page, query) -> None:
    answer = page(**query)
    assert answer.status_code in (200, 422)
    assert "<script>" not in answer.content.decode()


@pytest.mark.parametrize(
    ("do", "fields"),
    [
        ("order", {}),
        ("order", {"track": "nowhere"}),
        ("order", {"track": "<script>", "colour": "<script>"}),
        ("order", {"track": "dallas-houston-gray-1 is free: tickets else when seattle"}),
        ("order", {"track": "dallas-houston-gray-1", "colour": "locomotive"}),
        ("order-station", {"city": "dallas"}),
        ("order-x", {"track": "x" * 5000}),
        ("drop-99", {"text": TEXT}),
        ("up-1", {"text": TEXT}),
    ],
)
def test_a_press_that_nobody_made_is_answered_with_a_sentence(press, do: str, fields) -> None:
    answer = press(do, **fields)
    assert answer.status_code in (200, 422)
    assert "<script>" not in answer.content.decode()
    assert not SeatPlan.objects.exists()


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
    assert "when white is face up: draw white; draw blind" in text
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
