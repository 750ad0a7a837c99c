"""What a page offers at decisions that take long to come to in a real game."""

from __future__ import annotations

import pytest

import engine
from engine.cards import empty_hand
from games.web.play.presenters.decision import card_sources, open_decision
from games.web.play.presenters.move_preview import move_preview
from games.web.play.presenters.payments import claims_by_track, claims_of_track


@pytest.fixture
def view() -> engine.View:
    """The view of seat 0 at the first turn of a game of Japan."""
    board, chance = engine.load_board("japan"), engine.Chance.from_seed("pages")
    game = engine.replay(board, engine.setup_events(board, seats=2, chance=chance, order=[0, 1]))
    for seat in (0, 1):
        game.play(seat, engine.automatic_action(game, seat), chance)
    return engine.view(game, 0)


def empty_the_table(view: engine.View) -> None:
    view.hands[0] = empty_hand()
    view.deck_size = view.ticket_deck_size = 0
    view.row = [None] * 5


def test_a_pass_is_offered_only_when_nothing_else_is_possible(view):
    assert not open_decision(view, ()).can_pass
    empty_the_table(view)
    chosen = open_decision(view, ())
    assert chosen.can_pass
    assert not any(source.action for source in card_sources(view))
    assert [source.label for source in card_sources(view)] == ["Deck: 0", *["gap"] * 5]


def test_an_empty_ticket_deck_is_not_offered(view):
    assert open_decision(view, ()).can_draw_tickets
    view.ticket_deck_size = 0
    assert not open_decision(view, ()).can_draw_tickets


def test_few_tickets_left_are_told_as_few(view):
    view.ticket_deck_size = 2
    move = move_preview(view, [engine.actions.DrawTickets()], 1)
    assert (
        move["consequences"][0] == "You see 2 tickets and keep at least 1. This cannot be undone."
    )


def test_payments_spare_locomotives_and_rare_colours(view):
    view.hands[0] = {**empty_hand(), "red": 2, "blue": 5, "locomotive": 1}
    ways = claims_of_track(view, "akita-morioka-bullet")
    assert [(way.colour, way.locomotives) for way in ways] == [
        ("blue", 0),
        ("red", 0),
        ("blue", 1),
        ("red", 1),
    ]


def test_when_the_bullet_trains_are_gone_a_bullet_route_costs_trains(view):
    view.hands[0] = {**empty_hand(), "red": 2}
    view.bullets = 0
    claim = claims_by_track(view)["akita-morioka-bullet"][0]
    move = move_preview(view, [claim], 1)
    assert move["consequences"] == [
        "You pay 2 red and score 2 points.",
        "You place 2 trains and have 18 left.",
    ]


def test_a_spectator_decides_nothing(view):
    view.seat = None
    assert open_decision(view, ()) is None
    assert claims_by_track(view) == {}
