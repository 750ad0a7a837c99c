"""B-10, J-2: drawing and keeping tickets."""

from __future__ import annotations

from itertools import combinations

import pytest

from engine.actions import Claim, Draw, DrawTickets, Keep
from engine.errors import IllegalAction
from engine.events import TicketsDrawn, TicketsKept, TurnStarted
from tests.engine.positions import UnshuffledChance, position

UNDER = ["seattle-new-york", "portland-phoenix"]
TOP = ["boston-miami", "calgary-phoenix", "dallas-new-york"]


@pytest.mark.parametrize("board", ["usa", "japan"])
def test_three_tickets_are_drawn_and_at_least_one_is_kept(board: str) -> None:
    """B-10, J-2"""
    game = position(board)
    top = game.ticket_deck[:-4:-1]
    events = game.play(0, DrawTickets(), UnshuffledChance())
    assert events == [TicketsDrawn(0, tuple(top))]
    with pytest.raises(IllegalAction) as refusal:
        game.play(0, Keep(()), UnshuffledChance())
    assert refusal.value.ruling == "B-10"
    choices = [action.tickets for action in game.legal_actions(0)]  # type: ignore[union-attr]
    assert choices == [c for size in (1, 2, 3) for c in combinations(top, size)]


def test_returned_tickets_go_to_the_bottom_in_the_order_in_which_they_were_drawn() -> None:
    """B-10"""
    game = position(ticket_deck=[*TOP, *UNDER])
    game.play(0, DrawTickets(), UnshuffledChance())
    events = game.play(0, Keep((TOP[1],)), UnshuffledChance())
    assert events == [TicketsKept(0, (TOP[1],), (TOP[0], TOP[2])), TurnStarted(1, 2)]
    assert game.ticket_deck[::-1] == [*UNDER, TOP[0], TOP[2]]
    assert game.tickets[0][-1] == TOP[1]


def test_with_fewer_than_three_left_those_are_drawn() -> None:
    """B-10"""
    game = position(ticket_deck=UNDER)
    game.play(0, DrawTickets(), UnshuffledChance())
    assert game.offered[0] == tuple(UNDER)
    assert game.ticket_deck == []


def test_drawing_tickets_is_among_what_can_be_done_in_a_turn() -> None:
    """B-3, B-10"""
    game = position(ticket_deck=UNDER[:1])
    assert game.legal_actions(0).listed().count(DrawTickets()) == 1
    assert DrawTickets() in game.legal_actions(0)


def test_with_none_left_drawing_tickets_is_illegal() -> None:
    """B-10"""
    game = position(ticket_deck=[])
    assert DrawTickets() not in game.legal_actions(0).listed()
    with pytest.raises(IllegalAction) as refusal:
        game.play(0, DrawTickets(), UnshuffledChance())
    assert refusal.value.message == "tickets.none_left"


def test_tickets_that_were_not_offered_cannot_be_kept() -> None:
    """B-10"""
    game = position(ticket_deck=[*TOP, *UNDER])
    game.play(0, DrawTickets(), UnshuffledChance())
    for tickets in ((UNDER[0],), (TOP[0], "no-such-ticket"), (TOP[0], TOP[0])):
        with pytest.raises(IllegalAction):
            game.play(0, Keep(tickets), UnshuffledChance())


def test_with_tickets_drawn_nothing_but_keeping_is_legal() -> None:
    """B-3, P-1"""
    game = position(hands=[{"red": 6}], ticket_deck=[*TOP, *UNDER])
    game.play(0, DrawTickets(), UnshuffledChance())
    for action in (Draw("blind"), DrawTickets(), Claim("atlanta-charleston-gray", "red", 0)):
        assert action not in game.legal_actions(0)


def test_nobody_keeps_what_was_not_drawn() -> None:
    """B-10"""
    game = position()
    with pytest.raises(IllegalAction) as refusal:
        game.play(0, Keep((TOP[0],)), UnshuffledChance())
    assert refusal.value.message == "keep.none_offered"
