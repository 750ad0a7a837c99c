"""A game: its state, what may be done in it, and what comes of that."""

from __future__ import annotations

from collections.abc import Iterable

from engine.actions import Action
from engine.board.model import Board
from engine.errors import RecordError
from engine.events import Event
from engine.fold import FOLD
from engine.rules.legal import LegalActions
from engine.rules.table import carry_out, check
from engine.state import Shuffler, State

RULES_VERSION = "1"
"""The version of the rules that new games are played by; a game keeps the one it began with."""


class Game(State):
    """A game in progress or finished: a :class:`engine.state.State` that can be played.

    It holds everything, hidden facts included: show people an :func:`engine.view` of it.
    """

    __slots__ = ()

    def apply(self, event: Event) -> None:
        """Folds an event into the state. It is believed: nothing is checked against the rules."""
        self.seq += 1
        FOLD[type(event)](self, event)

    def play(self, seat: int, action: Action, chance: Shuffler) -> list[Event]:
        """Checks an action, and applies and returns the events that follow from it.

        :raises IllegalAction: before anything has changed, if the action is against a rule.
        """
        check(self, seat, action)
        return carry_out(self, seat, action, chance)

    def decide(self, seat: int, action: Action, chance: Shuffler) -> list[Event]:
        """Gets the events that would follow from an action, and leaves the game as it is.

        :raises IllegalAction: if the action is against a rule.
        """
        check(self, seat, action)
        return carry_out(self.copy(), seat, action, chance)

    def legal_actions(self, seat: int) -> LegalActions:
        """Gets the legal actions of a seat, lazily. They are derived from its hand: keep them."""
        return LegalActions(self, seat)


def replay(board: Board, events: Iterable[Event]) -> Game:
    """Gets the state after these events, the first of which is a :class:`GameStarted`.

    :raises RecordError: if the events do not begin with the start of a game.
    """
    stream = iter(events)
    first = next(stream, None)
    order = getattr(first, "order", None)
    if order is None:
        raise RecordError("A game's events must begin with game.started.")
    game = Game(board, len(order))
    game.apply(first)  # type: ignore[arg-type]
    fold = FOLD
    for event in stream:
        game.seq += 1
        fold[type(event)](game, event)
    return game
