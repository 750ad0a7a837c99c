"""The two things a rule works on: the visible part of a game, and the emitter of events.

A :class:`engine.state.State` has it, and so has the :class:`engine.view.View` of that seat: what is
legal for a seat follows from what that seat may know, and from nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from engine.board.model import Board
from engine.cards import Card, Hand
from engine.errors import IllegalAction
from engine.events import Decision, GameEnded
from engine.fold import EVENT_HANDLERS
from engine.open_tracks import OpenTracks
from engine.state import OpenTunnel

if TYPE_CHECKING:
    from engine.events import Event
    from engine.state import Shuffler, State


class VisibleGame(Protocol):
    """The facts behind the legal actions of a seat. Lists are indexed by seat."""

    @property
    def board(self) -> Board: ...
    @property
    def seats(self) -> int: ...
    @property
    def teams(self) -> tuple[tuple[int, ...], ...]: ...
    @property
    def team_of(self) -> Mapping[int, int]: ...
    @property
    def pending(self) -> Mapping[int, Decision]: ...
    @property
    def row(self) -> Sequence[Card | None]: ...
    @property
    def deck_size(self) -> int: ...
    @property
    def ticket_deck_size(self) -> int: ...
    @property
    def hands(self) -> Sequence[Hand]: ...
    @property
    def racks(self) -> Sequence[Hand]: ...
    @property
    def tickets(self) -> Sequence[list[str]]: ...
    @property
    def tunnel(self) -> OpenTunnel | None: ...
    @property
    def offered(self) -> Sequence[tuple[str, ...]]: ...
    @property
    def trains(self) -> Sequence[int]: ...
    @property
    def blocked_groups(self) -> Sequence[set[int]]: ...
    @property
    def owner(self) -> Mapping[str, int]: ...
    @property
    def open_tracks(self) -> OpenTracks: ...
    @property
    def bullets(self) -> int: ...
    @property
    def outcome(self) -> GameEnded | None: ...


def require_turn(game: VisibleGame, seat: int) -> None:
    """Refuse what is done in a turn while a seat has another decision open (P-1)."""
    if (kind := game.pending[seat]) != "turn":
        raise IllegalAction("P-1", f"decision.{kind}")


class EventEmitter:
    """Writes events and folds each into the game at once, so that the next rule sees its effect."""

    __slots__ = ("chance", "events", "game")

    def __init__(self, game: State, chance: Shuffler) -> None:
        self.game = game
        self.chance = chance
        self.events: list[Event] = []

    def emit(self, event: Event) -> None:
        """Write one event."""
        game = self.game
        game.seq += 1
        EVENT_HANDLERS[type(event)](game, event)
        self.events.append(event)
