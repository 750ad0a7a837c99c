"""B-15: what a seat and a spectator may know."""

from __future__ import annotations

from dataclasses import fields

import pytest

import engine
from engine.actions import Draw, DrawTickets, Keep
from engine.cards import empty_hand
from engine.view import View
from tests.engine.positions import UnshuffledChance, first_turn, position

PUBLIC_FIELDS = {
    "board", "rules", "seat", "seats", "seq", "order", "teams", "turn", "turn_seat", "last_seat",
    "setup_done", "outcome", "pending", "decision_seqs", "row", "deck_size", "discards",
    "ticket_deck_size", "bullets", "owner", "claims", "blocked_tracks", "open_tracks", "trains",
    "points", "progress", "hand_sizes", "ticket_counts", "offered_counts", "team_of",
    "rack_sizes", "ticket_rack_sizes", "card_to_place", "tunnel", "first_card_place",
    "removed_counts", "shown_hands", "shown_racks", "shown_card", "stations", "mountain_trains",
}  # fmt: skip

OWN_FIELDS = {
    "hands", "tickets", "offered", "removed", "racks", "ticket_racks", "chosen_for_rack",
    "returned_tickets",
}  # fmt: skip


def test_a_view_is_an_allow_list() -> None:
    """A new field must be thought about here: it is either public or the seat's own."""
    assert {field.name for field in fields(View)} == PUBLIC_FIELDS | OWN_FIELDS


def test_a_seat_sees_its_own_hand_and_tickets_and_nobody_elses() -> None:
    """B-15"""
    game = first_turn("usa", 3)
    view = engine.view(game, 1)
    assert view.hands[1] == game.hands[1]
    assert view.tickets[1] == game.tickets[1]
    assert view.hands[0] == view.hands[2] == empty_hand()
    assert view.tickets[0] == view.tickets[2] == []
    assert view.hand_sizes == [4, 4, 4]
    assert view.ticket_counts == [2, 2, 2]


def test_a_spectator_sees_nobodys() -> None:
    """B-15"""
    view = engine.view(first_turn("japan", 2), None)
    assert view.hands == [empty_hand()] * 2
    assert view.tickets == [[], []]
    assert view.offered == [(), ()]
    with pytest.raises(ValueError, match="own seat"):
        view.legal_actions(0)


def test_nobody_gets_the_legal_actions_of_another_seat() -> None:
    """A legal-move list is computed from the hand: it is hand data."""
    game = first_turn()
    with pytest.raises(ValueError, match="own seat"):
        engine.view(game, 1).legal_actions(0)


def test_until_all_have_chosen_the_others_see_only_that_a_seat_has() -> None:
    """B-2, B-15"""
    game, _ = engine.new_game(engine.load_board("usa"), 3, engine.Chance.from_seed(3))
    game.play(0, Keep(game.offered[0]), UnshuffledChance())
    before = engine.view(game, 1)
    assert before.ticket_counts == [None, 0, None]
    assert 0 not in before.pending
    assert before.ticket_deck_size == 30 - 9
    fewer, _ = engine.new_game(engine.load_board("usa"), 3, engine.Chance.from_seed(3))
    fewer.play(0, Keep(fewer.offered[0][:2]), UnshuffledChance())
    assert engine.view(fewer, 1) == before


def test_others_see_that_a_seat_has_tickets_to_choose_from_and_how_many() -> None:
    """B-15"""
    game = position()
    game.play(0, DrawTickets(), UnshuffledChance())
    view = engine.view(game, 1)
    assert view.pending == {0: "keep"}
    assert view.offered_counts == [3, 0]
    assert view.offered == [(), ()]
    assert len(engine.view(game, 0).offered[0]) == 3


def test_a_view_holds_nothing_of_the_game_that_could_change_it() -> None:
    game = position(deck=["red", "green", "blue"])
    view = engine.view(game, 0)
    kept = engine.view(game, 0)
    game.play(0, Draw("blind"), UnshuffledChance())
    assert view == kept


def test_the_legal_actions_of_a_view_are_those_of_the_game() -> None:
    game = position(hands=[{"red": 4, "locomotive": 1}])
    assert engine.view(game, 0).legal_actions().listed() == game.legal_actions(0).listed()


def test_who_has_nothing_to_decide_has_no_legal_actions() -> None:
    """B-3"""
    game = position()
    assert game.legal_actions(0)
    assert game.legal_actions(0).count() > 0
    assert not game.legal_actions(1)
    assert game.legal_actions(1).count() == 0


def test_after_the_end_everybody_sees_all_hands_and_tickets() -> None:
    """B-15"""
    game = first_turn("usa", 2)
    while game.outcome is None:
        seat = next(iter(game.pending))
        game.play(seat, game.legal_actions(seat).listed()[-2:][0], UnshuffledChance())
    view = engine.view(game, None)
    assert view.hands == game.hands
    assert view.tickets == game.tickets
