"""The events of boards with stations (M-4)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from engine import events
from engine.cards import LOCOMOTIVE
from engine.fold.shown import pay_shown

if TYPE_CHECKING:
    from engine.state import State


def _station_built(game: State, event: events.StationBuilt) -> None:
    hand, discards = game.hands[event.seat], game.discards
    coloured = event.cards - event.locomotives
    hand[event.colour] -= coloured
    discards[event.colour] += coloured
    hand[LOCOMOTIVE] -= event.locomotives
    discards[LOCOMOTIVE] += event.locomotives
    pay_shown(game, event.seat, event.colour, coloured, event.locomotives)
    game.stations[event.seat].append(event.city)
    game.consecutive_passes = game.idle_turns = 0


STATION_HANDLERS: Mapping[type, Callable[[State, Any], None]] = {
    events.StationBuilt: _station_built,
}
