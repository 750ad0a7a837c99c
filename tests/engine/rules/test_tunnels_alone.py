"""Tunnels where everybody plays for oneself (M-12)."""

from __future__ import annotations

import pytest

from engine.actions import Claim, Pass, Pay, Skip, Withdraw
from engine.cards import LOCOMOTIVE
from engine.errors import IllegalAction
from engine.events import GameEnded, TunnelBuilt, TunnelTurnedUp
from engine.game import Game
from tests.engine.mechanics import first_turn_on, ring
from tests.engine.positions import UnshuffledChance

TUNNEL = "oak-yew"


def opened(*turned_up: str, extra: int = 0) -> tuple[Game, list[object]]:
    """A game in which seat 0 has laid down its cards for a tunnel."""
    board = ring()
    colour = board.tracks[TUNNEL].colour
    game = first_turn_on(board, hands=[{colour: 4 + extra}])
    game.deck = ["white"] * 9 + list(turned_up)[::-1]
    return game, [*game.play(0, Claim(TUNNEL, colour, 0), UnshuffledChance())]


def test_three_cards_are_turned_up_and_the_hand_pays_for_all() -> None:
    """M-12, A-8"""
    game, events = opened("blue", LOCOMOTIVE, "purple", extra=1)
    assert events[1] == TunnelTurnedUp(0, ("blue", LOCOMOTIVE, "purple"), 2)
    game.hands[0][LOCOMOTIVE] = 1
    built = game.play(0, Pay(1), UnshuffledChance())
    assert isinstance(built[0], TunnelBuilt)
    assert sum(game.hands[0].values()) == 0
    assert game.trains[0] == game.board.trains - 4


def test_there_is_no_rack_to_pay_from() -> None:
    """M-12"""
    game, _ = opened("blue", LOCOMOTIVE, "purple", extra=1)
    with pytest.raises(IllegalAction) as error:
        game.play(0, Pay(1, rack_colour=1), UnshuffledChance())
    assert error.value.message == "claim.no_rack"


def test_three_rounds_of_passes_skips_and_withdrawn_tunnels_end_the_game() -> None:
    """M-12, A-15, B-14"""
    game = first_turn_on(ring())
    colour = game.board.tracks[TUNNEL].colour
    for turn in range(6):
        assert game.outcome is None
        seat = game.turn_seat
        assert seat == turn % 2
        if seat == 0:
            game.hands[0] = {**dict.fromkeys(game.hands[0], 0), colour: 4}
            game.deck, game.row = [LOCOMOTIVE] * 3, ["purple"] * 5
            game.play(0, Claim(TUNNEL, colour, 0), UnshuffledChance())
            game.play(0, Withdraw(), UnshuffledChance())
            continue
        game.hands[1] = dict.fromkeys(game.hands[1], 0)
        game.deck, game.row, game.discards = [], [None] * 5, dict.fromkeys(game.discards, 0)
        game.ticket_deck = ["elm-yew"] if turn == 1 else []
        last = game.play(1, Skip() if turn == 1 else Pass(), UnshuffledChance())[-1]
    assert isinstance(last, GameEnded)
    assert last.reason == "passes"
