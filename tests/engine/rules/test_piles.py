"""B-5, B-6: the flush, the gaps of the row, the deck that runs out."""

from __future__ import annotations

from engine.actions import Claim, Draw, DrawTickets, Pass
from engine.cards import LOCOMOTIVE
from engine.events import CardTaken, DeckShuffled, RowFilled, RowFlushed, TurnStarted
from tests.engine.positions import UnshuffledChance, position

L = LOCOMOTIVE


def test_three_locomotives_flush_the_row() -> None:
    """B-5"""
    game = position(
        row=["purple", L, L, "yellow", "orange"],
        deck=[L, "red", "red", "green", "green", "black", "black"],
    )
    events = game.play(0, Draw("purple"), UnshuffledChance())
    assert RowFlushed((L, L, L, "yellow", "orange")) in events
    assert game.row == ["red", "red", "green", "green", "black"]
    assert game.discards[L] == 3


def test_a_flush_between_the_two_cards_comes_before_the_second_is_chosen() -> None:
    """B-5"""
    game = position(
        row=["purple", L, L, "yellow", "orange"],
        deck=[L, "red", "red", "green", "green", "black", "black"],
    )
    game.play(0, Draw("purple"), UnshuffledChance())
    assert game.pending == {0: "second"}
    assert Draw("yellow") not in game.legal_actions(0)
    assert Draw("green") in game.legal_actions(0)


def test_the_flush_repeats_while_three_locomotives_come_up() -> None:
    """B-5"""
    game = position(
        row=["purple", L, L, "yellow", "orange"],
        deck=[L, L, L, L, "red", "red", "green", "green", "black", "black", "white", "blue"],
    )
    events = game.play(0, Draw("purple"), UnshuffledChance())
    assert sum(isinstance(event, RowFlushed) for event in events) == 2
    assert game.row == ["green", "green", "black", "black", "white"]


def test_a_flush_is_held_back_while_fewer_than_three_other_cards_are_about() -> None:
    """B-5"""
    game = position(row=["purple", L, L, "yellow", L], deck=[L, L], discards={})
    events = game.play(0, Draw("purple"), UnshuffledChance())
    assert not any(isinstance(event, RowFlushed) for event in events)
    assert game.row == [L, L, L, "yellow", L]


def test_a_held_back_flush_is_looked_at_again_after_a_discard() -> None:
    """B-5"""
    game = position(hands=[{"red": 4}], row=[L, L, L, "yellow", "white"], deck=[L, L], discards={})
    events = game.play(0, Claim("atlanta-charleston-gray", "red", 0), UnshuffledChance())
    assert any(isinstance(event, RowFlushed) for event in events)


def test_after_a_hundred_flushes_in_a_row_the_row_stays() -> None:
    """B-5: a chance that always turns the locomotives up first never settles by itself."""

    class LocomotivesFirst:
        def shuffle(self, items: list, number: int) -> list:  # type: ignore[type-arg]
            return sorted(items, key=lambda card: card != L)

    game = position(
        row=["purple", L, L, "yellow", "orange"], deck=[L, L, L, L, "red"], discards={L: 4}
    )
    events = game.play(0, Draw("purple"), LocomotivesFirst())
    assert sum(isinstance(event, RowFlushed) for event in events) == 100
    assert game.row.count(L) >= 3
    assert game.pending == {0: "second"}


def test_a_row_that_stayed_is_looked_at_again_after_the_next_refill_of_whatever_colour() -> None:
    """B-5: with cards enough that are no locomotives, only a hundred flushes leave such a row."""
    game = position(row=["purple", "white", L, L, L], deck=["red", *["green"] * 8])
    events = game.play(0, Draw("purple"), UnshuffledChance())
    assert [type(event) for event in events[:3]] == [CardTaken, RowFlushed, RowFilled]
    assert game.row == ["green"] * 5


def test_the_moment_the_last_card_is_taken_the_discards_become_the_deck() -> None:
    """B-6"""
    game = position(deck=["red"], discards={"blue": 2, "green": 1})
    events = game.play(0, Draw("blind"), UnshuffledChance())
    shuffled = next(event for event in events if isinstance(event, DeckShuffled))
    assert sorted(shuffled.cards) == ["blue", "blue", "green"]
    assert len(game.deck) == 3
    assert not any(game.discards.values())


def test_the_deck_is_rebuilt_in_the_middle_of_turning_up_a_row() -> None:
    """B-5, B-6"""
    game = position(
        row=["purple", L, L, "yellow", "orange"],
        deck=[L, "red", "red"],
        discards={"green": 4, "black": 4},
    )
    events = game.play(0, Draw("purple"), UnshuffledChance())
    kinds = [type(event) for event in events]
    assert kinds.index(RowFlushed) < kinds.index(RowFilled) < kinds.index(DeckShuffled)
    assert kinds.count(RowFilled) == 2
    assert None not in game.row


def test_with_deck_and_discards_empty_gaps_stay_open_and_nothing_is_drawn_blind() -> None:
    """B-6"""
    game = position(deck=["red"], discards={})
    game.play(0, Draw("blue"), UnshuffledChance())
    assert game.row[2] == "red"
    assert Draw("blind") not in game.legal_actions(0)
    game.play(0, Draw("red"), UnshuffledChance())
    assert game.row == ["purple", "white", None, "yellow", "orange"]


def test_gaps_are_filled_after_the_next_discard() -> None:
    """B-6"""
    game = position(
        hands=[{"red": 2}], row=["purple", None, None, "yellow", None], deck=[], discards={}
    )
    game.play(0, Claim("atlanta-charleston-gray", "red", 0), UnshuffledChance())
    assert game.row == ["purple", "red", "red", "yellow", None]
    assert game.deck == []


def test_the_turn_ends_with_one_card_where_no_legal_second_exists() -> None:
    """B-6"""
    game = position(row=["purple", L, L, None, None], deck=[], discards={})
    events = game.play(0, Draw("purple"), UnshuffledChance())
    assert events[-1] == TurnStarted(1, 2)


def test_where_a_second_card_exists_it_must_be_taken() -> None:
    """B-6"""
    game = position(row=["purple", "red", L, None, None], deck=[], discards={})
    game.play(0, Draw("purple"), UnshuffledChance())
    assert game.legal_actions(0).listed() == [Draw("red")]
    assert Pass() not in game.legal_actions(0)
    assert DrawTickets() not in game.legal_actions(0)


def test_every_shuffle_has_a_number_of_its_own() -> None:
    """P-1, P-2"""
    chance = UnshuffledChance()
    game = position(deck=["red"], discards={"blue": 1})
    first = game.shuffles
    game.play(0, Draw("blind"), chance)
    game.play(0, Draw("blind"), chance)
    game.discards["green"] = 2
    game.deck = ["green"]
    game.play(1, Draw("blind"), chance)
    assert chance.numbers == [first, first + 1]
