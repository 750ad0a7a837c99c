"""The two things a rule works on: the visible part of a game, and the emitter of events.

A :class:`engine.state.State` has it, and so has the :class:`engine.view.View` of that seat: what is
legal for a seat follows from what that seat may know, and from nothing else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from engine.errors import IllegalAction
from engine.fold import EVENT_HANDLERS

if TYPE_CHECKING:
    from engine.events import Event
    from engine.state import Shuffler, State
    from engine.view import View


# Compiled modules find their own constants at once, and those of others by name.
_HANDLERS: Final = EVENT_HANDLERS

VisibleGame: TypeAlias = "State | View"
"""The facts behind the legal actions of a seat: those that a view has, too."""


def require_turn(game: VisibleGame, seat: int) -> None:
    """Refuse an action of a turn while a seat has another decision open (P-1)."""
    if (kind := game.pending[seat]) != "turn":
        raise IllegalAction("P-1", f"decision.{kind}")


class EventEmitter:
    """Emits events and applies each to the game at once, so that the next rule sees its effect."""

    __slots__ = ("chance", "events", "game")

    def __init__(self, game: State, chance: Shuffler) -> None:
        self.game = game
        self.chance = chance
        self.events: list[Event] = []

    def emit(self, event: Event) -> None:
        """Apply one event and append it."""
        game = self.game
        game.seq += 1
        _HANDLERS[type(event)](game, event)
        self.events.append(event)
