"""Tickets that leave the game when they are not kept (M-7)."""

from __future__ import annotations

import engine
from engine.actions import DrawTickets, Keep
from engine.board import Board
from engine.events import ChoicesRevealed, TicketsKept, TicketsReturned, TurnStarted
from tests.engine.mechanics import first_turn_on, ring, rules
from tests.engine.positions import UnshuffledChance

NAMES = ["Ann", "Bob"]


def removing(*, later: bool) -> Board:
    """A board that takes first tickets out of the game, and later ones if it is asked to."""
    change = {"returned_at_setup": "removed"}
    return ring(rules(**change, returned_later="removed") if later else rules(**change))


def test_first_tickets_not_kept_leave_the_game_without_an_event() -> None:
    """M-7"""
    board = removing(later=False)
    game, events = engine.new_game(board, 2, UnshuffledChance(), [0, 1])
    before = [*game.ticket_deck]
    assert engine.view(game, None).ticket_deck_size == len(before)
    given_back = [game.offered[seat][2] for seat in (0, 1)]
    for seat in (0, 1):
        events += game.play(seat, Keep(game.offered[seat][:2]), UnshuffledChance())
    assert game.ticket_deck == before
    assert game.removed == [[ticket] for ticket in given_back]
    assert isinstance(events[-1], TurnStarted)
    assert isinstance(events[-2], ChoicesRevealed)
    assert not any(isinstance(event, TicketsReturned) for event in events)


def test_all_see_how_many_were_removed_and_only_their_seat_which() -> None:
    """M-7, B-15"""
    game = first_turn_on(removing(later=False))
    for reader in (0, 1, None):
        seen = engine.view(game, reader)
        assert seen.removed_counts == [1, 1]
        assert seen.removed == [game.removed[n] if n == reader else [] for n in (0, 1)]
    shown = engine.view(game, None, revealed=True)
    assert shown.removed == game.removed


def test_nobody_sees_before_the_reveal_that_tickets_were_removed() -> None:
    """M-7, B-2"""
    game, _ = engine.new_game(removing(later=False), 2, UnshuffledChance(), [0, 1])
    game.play(0, Keep(game.offered[0][:2]), UnshuffledChance())
    assert engine.view(game, 1).removed_counts == [0, 0]


def test_later_tickets_go_under_the_deck_unless_the_board_removes_those_too() -> None:
    """M-7"""
    for later in (False, True):
        game = first_turn_on(removing(later=later))
        game.play(0, DrawTickets(), UnshuffledChance())
        offered, deck = game.offered[0], [*game.ticket_deck]
        events = game.play(0, Keep(offered[:1]), UnshuffledChance())
        assert events[0] == TicketsKept(0, offered[:1], offered[1:])
        assert len(game.ticket_deck) == len(deck) + (0 if later else 2)
        assert len(game.removed[0]) == (3 if later else 1)
        line = engine.describe_event(events[0], game, names=NAMES, seat=1)
        word = "left the game" if later else "went back"
        assert line == f"Ann kept 1 ticket. 2 tickets {word}."


def test_a_take_back_shuffles_no_removed_ticket_into_the_deck() -> None:
    """M-7, P-1"""
    board = removing(later=True)
    game, log = engine.new_game(board, 2, UnshuffledChance(), [0, 1])
    for seat in (0, 1):
        log += game.play(seat, engine.automatic_action(game, seat), UnshuffledChance())
    to = len(log) - 1
    log += game.play(0, DrawTickets(), UnshuffledChance())
    back, _ = engine.take_back(board, log, to, UnshuffledChance())
    assert not {*back.ticket_deck} & {ticket for seat in back.removed for ticket in seat}
    assert back.removed == [[game.removed[0][0]], [game.removed[1][0]]]
