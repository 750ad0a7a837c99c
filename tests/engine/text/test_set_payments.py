"""Payments with sets as text: read, written, told, and foreseen in orders (M-3)."""

from __future__ import annotations

import random

import pytest

import engine
from engine.actions import Claim
from engine.cards import CARDS, in_order
from engine.errors import InvalidAction
from engine.orders.model import ClaimStep, Order, decode_order, encode_order
from engine.orders.validation import check_order
from engine.text.english import ENGLISH
from engine.text.orders import write_order
from engine.text.parse import parse, parse_command
from engine.text.steps import write_action
from engine.view import View
from games.language.lexicon import lexicon_for
from tests.engine.positions import position

FERRY = "stockholm-turku-blue"
PAID = in_order(["blue", "blue", "red", "red", "green"])
DUTCH = lexicon_for("nl")


def nordic(**hand: int) -> View:
    return engine.view(position("nordic", 2, hands=[hand]), 0)


@pytest.mark.parametrize(
    "command",
    [
        "claim turku to stockholm: 2 blue, 2 red 1 green for a loco",
        "claim turku to stockholm: 2 blue 2 red 1 green",
        "claim stockholm to turku 1 green 2 blue 2 red as one locomotive",
        "Claim Stockholm – Turku: 2b2r1g",
        "claim stockholm-turku-blue: 2 red and 1 green for one loco, 2 blue",
    ],
)
def test_a_payment_with_a_set_names_its_cards_in_any_order(command: str) -> None:
    """M-3: what is said of the sets only helps to read."""
    view = nordic(blue=2, red=2, green=1)
    assert parse(command, view) == (Claim(FERRY, cards=PAID),)


@pytest.mark.parametrize(
    "command",
    [
        "neem stockholm naar turku: 2 blauw, 2 rood 1 groen voor een loc",
        "claim turku naar stockholm: 2 rood 1 groen in plaats van een loc, 2 blauw",
    ],
)
def test_a_payment_with_a_set_is_named_in_dutch(command: str) -> None:
    """M-3"""
    view = nordic(blue=2, red=2, green=1)
    assert parse(command, view, DUTCH) == (Claim(FERRY, cards=PAID),)


def test_a_payment_of_one_colour_is_a_set_by_its_number_of_cards() -> None:
    """M-3"""
    view = nordic(blue=5, locomotive=1)
    assert parse("claim turku to stockholm: 5 blue", view) == (Claim(FERRY, cards=("blue",) * 5),)
    assert parse("claim turku to stockholm: 2 blue 1 loco", view) == (Claim(FERRY, "blue", 1),)


def test_cards_of_several_colours_pay_for_no_route_without_sets() -> None:
    """B-7"""
    for view in (nordic(red=2), engine.view(position("usa", 2), 0)):
        track = "helsinki to imatra" if view.board.key == "nordic" else "dallas to houston"
        with pytest.raises(InvalidAction, match=r"payment\.colours"):
            parse(f"claim {track}: 1 red 1 blue", view)


def test_a_claim_without_cards_lists_the_ways_to_pay_with_sets() -> None:
    """M-3"""
    only = parse("claim turku to stockholm", nordic(blue=2, red=3))
    assert only == (Claim(FERRY, cards=in_order(["blue"] * 2 + ["red"] * 3)),)
    with pytest.raises(InvalidAction) as error:
        parse("claim turku to stockholm", nordic(blue=4, red=3, locomotive=1))
    assert error.value.message == "payment.ambiguous"
    assert error.value.params["payments"][0] == "2 blue 1 loco"
    with pytest.raises(InvalidAction, match=r"payment\.none"):
        parse("claim turku to stockholm", nordic(red=5))


@pytest.mark.parametrize("lexicon", [ENGLISH, DUTCH], ids=["en", "nl"])
def test_every_listed_claim_reads_back_as_it_was_written(lexicon: engine.Lexicon) -> None:
    """M-3"""
    rng = random.Random(7)
    for _ in range(6):
        hand = {card: rng.randrange(4) for card in CARDS}
        view = nordic(**hand)
        claims = [one for one in view.legal_actions() if isinstance(one, Claim) and one.cards]
        assert claims
        for claim in rng.sample(claims, min(12, len(claims))):
            assert parse(write_action(claim, view, lexicon), view, lexicon) == (claim,)


def test_an_order_pays_with_exactly_the_cards_that_it_names() -> None:
    """M-3"""
    view = nordic(blue=1)
    order = parse_command("when turku to stockholm is free: claim it: 2 blue 2 red 1 green", view)
    assert isinstance(order, Order)
    assert order.branches[0].steps == (ClaimStep(FERRY, "", cards=PAID),)
    assert decode_order(encode_order(order)) == order
    assert parse_command(write_order(order, view), view) == order
    check_order(order, view)


def test_the_log_names_the_cards_of_a_claim_with_sets() -> None:
    """M-3"""
    game = position("nordic", 2, hands=[{"blue": 2, "red": 2, "green": 1}])
    (event, *_) = game.decide(0, Claim(FERRY, cards=PAID), engine.Chance.from_seed(1))
    line = engine.describe_event(event, game, names=["alice", "bob"], seat=1)
    assert line == ("alice claimed Stockholm – Turku with 2 blue, 2 red and 1 green: 4 points.")


def test_words_tell_a_ferry_from_the_tunnel_beside_it() -> None:
    """M-13"""
    view = nordic(green=2, orange=2, locomotive=1)
    ferry = parse("claim stavanger to kristiansand ferry: 2 orange 1 loco", view)
    assert ferry == (Claim("kristiansand-stavanger-orange", "orange", 1),)
    tunnel = parse("claim stavanger to kristiansand 2: 2 green", view)
    assert tunnel == (Claim("kristiansand-stavanger-green", "green", 0),)
