"""The hand that writes the log while an action is carried out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.fold import FOLD

if TYPE_CHECKING:
    from engine.events import Event
    from engine.state import Shuffler, State


class Scribe:
    """Writes events and folds each into the game at once, so that the next rule sees its effect."""

    __slots__ = ("chance", "events", "game")

    def __init__(self, game: State, chance: Shuffler) -> None:
        self.game = game
        self.chance = chance
        self.events: list[Event] = []

    def write(self, event: Event) -> None:
        """Writes one event."""
        game = self.game
        game.seq += 1
        FOLD[type(event)](game, event)
        self.events.append(event)
