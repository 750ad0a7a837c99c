"""Turns in which nothing is done: the forced pass, and the skip by the clock (B-14)."""

from __future__ import annotations

from engine.actions import Pass, Skip
from engine.errors import IllegalAction
from engine.events import TurnPassed, TurnSkipped
from engine.rules import routes, turns
from engine.rules.scribe import Scribe
from engine.rules.sight import Sight


def check_pass(game: Sight, seat: int, action: Pass) -> None:
    """Refuses a pass while anything else is legal; drawing tickets counts (B-14)."""
    if game.pending[seat] != "turn":
        raise IllegalAction("P-1", f"decision.{game.pending[seat]}")
    if can_act(game, seat):
        raise IllegalAction("B-14", "pass.not_needed")


def pass_turn(scribe: Scribe, seat: int, action: Pass) -> None:
    """Passes (B-14)."""
    scribe.write(TurnPassed(seat))
    turns.end(scribe, seat)


def check_skip(game: Sight, seat: int, action: Skip) -> None:
    """Refuses a skip where the clock can draw a card instead, or pass (B-14)."""
    if game.pending[seat] != "turn":
        raise IllegalAction("P-1", f"decision.{game.pending[seat]}")
    if game.deck_size or any(game.row) or not can_act(game, seat):
        raise IllegalAction("B-14", "pass.not_needed")


def skip(scribe: Scribe, seat: int, action: Skip) -> None:
    """Skips a turn for the clock; it is no pass, and breaks a row of passes (B-14)."""
    scribe.write(TurnSkipped(seat))
    turns.end(scribe, seat)


def can_act(game: Sight, seat: int) -> bool:
    """Whether a seat can do anything, so that it may not pass (B-14, A-15)."""
    return bool(
        game.ticket_deck_size
        or game.deck_size
        or any(game.row)
        or (game.teams and game.tickets[seat])
        or routes.can_claim(game, seat)
    )
