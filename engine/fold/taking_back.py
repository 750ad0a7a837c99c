"""The events of a take-back (P-1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from engine import events

if TYPE_CHECKING:
    from engine.state import State


def _taken_back(game: State, event: events.TakenBack) -> None:
    """Opens the decisions anew; ``game`` is the game gone back to (engine.game.replay)."""
    game.shuffles = event.shuffles
    game.opened = dict.fromkeys(game.opened, game.seq)


def _piles_reshuffled(game: State, event: events.PilesReshuffled) -> None:
    game.deck = list(event.deck[::-1])
    game.ticket_deck = list(event.tickets[::-1])
    game.shuffles += (event.deck_shuffle is not None) + (event.ticket_shuffle is not None)


TAKING_BACK: Mapping[type, Callable[[State, Any], None]] = {
    events.TakenBack: _taken_back,
    events.PilesReshuffled: _piles_reshuffled,
}
