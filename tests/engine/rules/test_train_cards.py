"""B-3, B-4: drawing train cards."""

from __future__ import annotations

import pytest

from engine.actions import Claim, Draw, DrawTickets
from engine.errors import IllegalAction
from engine.events import CardDrawn, CardTaken, DecisionOpened, TurnStarted
from tests.engine.positions import UnshuffledChance, position


def test_a_turn_of_drawing_is_two_cards_blind_or_face_up() -> None:
    """B-4"""
    game = position(deck=["red", "green", "black"])
    events = game.play(0, Draw("blind"), UnshuffledChance())
    assert events == [CardDrawn(0, "red"), DecisionOpened(0, "second")]
    events = game.play(0, Draw("white"), UnshuffledChance())
    assert events == [CardTaken(0, 1, "white", "green"), TurnStarted(1, 2)]


def test_a_face_up_card_is_replaced_at_once() -> None:
    """B-4"""
    game = position(deck=["red", "green"])
    game.play(0, Draw("blue"), UnshuffledChance())
    assert game.row == ["purple", "white", "red", "yellow", "orange"]


def test_a_face_up_locomotive_taken_first_is_the_only_card() -> None:
    """B-4"""
    game = position(row=["locomotive", "white", "blue", "yellow", "orange"], deck=["red", "red"])
    game.play(0, Draw("locomotive"), UnshuffledChance())
    assert game.pending == {1: "turn"}


def test_a_face_up_locomotive_may_not_be_the_second_card() -> None:
    """B-4"""
    game = position(row=["locomotive", "white", "blue", "yellow", "orange"], deck=["red", "red"])
    game.play(0, Draw("blind"), UnshuffledChance())
    with pytest.raises(IllegalAction) as refusal:
        game.play(0, Draw("locomotive"), UnshuffledChance())
    assert refusal.value.ruling == "B-4"
    assert Draw("locomotive") not in game.legal_actions(0).listed()


def test_a_locomotive_that_replaced_the_first_card_may_not_be_the_second() -> None:
    """B-4"""
    game = position(deck=["locomotive", "red", "red"])
    game.play(0, Draw("purple"), UnshuffledChance())
    assert game.row[0] == "locomotive"
    assert Draw("locomotive") not in game.legal_actions(0)
    assert Draw("white") in game.legal_actions(0)


def test_a_locomotive_drawn_blind_is_an_ordinary_card() -> None:
    """B-4"""
    game = position(deck=["locomotive", "locomotive", "red"])
    game.play(0, Draw("blind"), UnshuffledChance())
    assert game.pending == {0: "second"}
    game.play(0, Draw("blind"), UnshuffledChance())
    assert game.pending == {1: "turn"}
    assert game.hands[0]["locomotive"] >= 2


def test_a_colour_that_does_not_lie_open_cannot_be_taken() -> None:
    """B-4"""
    game = position()
    with pytest.raises(IllegalAction) as refusal:
        game.play(0, Draw("green"), UnshuffledChance())
    assert refusal.value.message == "draw.not_in_row"


def test_after_the_first_card_nothing_but_a_second_card_is_legal() -> None:
    """B-3, P-1"""
    game = position(hands=[{"red": 6}], deck=["red", "green", "blue"])
    game.play(0, Draw("blind"), UnshuffledChance())
    for action in (DrawTickets(), Claim("dallas-houston-gray-1", "red", 0)):
        with pytest.raises(IllegalAction):
            game.play(0, action, UnshuffledChance())
    assert all(isinstance(action, Draw) for action in game.legal_actions(0))


def test_nobody_plays_out_of_turn() -> None:
    """B-3"""
    game = position()
    before = game.copy()
    with pytest.raises(IllegalAction):
        game.play(1, Draw("blind"), UnshuffledChance())
    assert game == before


def test_a_refused_action_changes_nothing_and_decide_never_does() -> None:
    game = position(deck=["red", "green", "blue"])
    before = game.copy()
    with pytest.raises(IllegalAction):
        game.play(0, Draw("black"), UnshuffledChance())
    events = game.decide(0, Draw("blind"), UnshuffledChance())
    assert game == before
    for event in events:
        game.apply(event)
    before.play(0, Draw("blind"), UnshuffledChance())
    assert game == before
