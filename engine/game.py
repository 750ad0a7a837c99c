"""A game: its state, what may be done in it, and what comes of that."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from engine.actions import Action
from engine.board.model import Board
from engine.errors import RecordError
from engine.events import Event, GameStarted, TakenBack
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
        """Folds an event into the state. It is believed: nothing is checked against the rules.

        A :class:`engine.events.TakenBack` needs the whole log: see :func:`replay`, :func:`steps`.
        """
        if isinstance(event, TakenBack):
            raise ValueError("A state does not know what it was before: replay the log.")
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
    told = list(events)
    game = _at_the_start(board, told)
    fold = FOLD
    lasting = standing(told) if TakenBack in map(type, told) else range(len(told))
    for game.seq in lasting:
        event = told[game.seq]
        fold[type(event)](game, event)
    return game


def steps(board: Board, events: Sequence[Event]) -> Iterator[tuple[Event, Game]]:
    """Gets each event with the state after it. Look at the state, and do not change it.

    :raises RecordError: if the events do not begin with the start of a game.
    """
    game = _at_the_start(board, events)
    for seq, event in enumerate(events):
        if isinstance(event, TakenBack):
            game = replay(board, events[: seq + 1])
        else:
            game.apply(event)
        yield event, game


def standing(events: Sequence[Event]) -> list[int]:
    """Gets the numbers of the events that count: those that were not taken back (P-1)."""
    found = []
    seq = len(events) - 1
    while seq >= 0:
        found.append(seq)
        event = events[seq]
        seq = event.to if isinstance(event, TakenBack) else seq - 1
    return found[::-1]


def _at_the_start(board: Board, events: Sequence[Event]) -> Game:
    first = next(iter(events), None)
    if not isinstance(first, GameStarted):
        raise RecordError("A game's events must begin with game.started.")
    return Game(board, len(first.order))
