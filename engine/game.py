"""A game: its state, its legal actions, and the events that follow from them (decision 1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from engine.actions import Action
from engine.board.model import Board
from engine.errors import RecordError
from engine.events import Event, GameStarted, TakenBack
from engine.fold import EVENT_HANDLERS
from engine.rules.legal import LegalActions, play_action
from engine.state import Shuffler, State


class Game(State):
    """A game in progress or finished: a :class:`engine.state.State` that can be played.

    It holds everything, hidden facts included: show people an :func:`engine.view` of it.
    """

    __slots__ = ()

    def apply(self, event: Event) -> None:
        """Fold an event into the state. Nothing is checked against the rules.

        A :class:`engine.events.TakenBack` needs the whole log: see :func:`replay`.
        """
        if isinstance(event, TakenBack):
            raise ValueError("A state does not know what it was before: replay the log.")
        self.seq += 1
        EVENT_HANDLERS[type(event)](self, event)

    def play(self, seat: int, action: Action, chance: Shuffler) -> list[Event]:
        """Check an action, then apply and return the events that follow from it.

        :raises IllegalAction: before anything has changed, if the action is against a rule.
        """
        return play_action(self, seat, action, chance)

    def decide(self, seat: int, action: Action, chance: Shuffler) -> list[Event]:
        """The events that would follow from an action; the game stays as it is.

        :raises IllegalAction: if the action is against a rule.
        """
        return play_action(self.copy(), seat, action, chance)

    def legal_actions(self, seat: int) -> LegalActions:
        """The legal actions of a seat, lazily. They are derived from its hand: keep them."""
        return LegalActions(self, seat)


def replay(board: Board, events: Iterable[Event]) -> Game:
    """The state after these events, the first of which is a :class:`GameStarted`.

    :raises RecordError: if the events do not begin with the start of a game.
    """
    log = list(events)
    game = _initial_game(board, log)
    fold = EVENT_HANDLERS
    seqs = effective_seqs(log) if TakenBack in map(type, log) else range(len(log))
    for game.seq in seqs:
        event = log[game.seq]
        fold[type(event)](game, event)
    return game


def replay_steps(board: Board, events: Sequence[Event]) -> Iterator[tuple[Event, Game]]:
    """Each event with the state after it. Look at the state, and do not change it.

    :raises RecordError: if the events do not begin with the start of a game.
    """
    game = _initial_game(board, events)
    for seq, event in enumerate(events):
        if isinstance(event, TakenBack):
            game = replay(board, events[: seq + 1])
        else:
            game.apply(event)
        yield event, game


def effective_seqs(events: Sequence[Event]) -> list[int]:
    """The numbers of the events that count: those that were not taken back (P-1)."""
    found = []
    seq = len(events) - 1
    while seq >= 0:
        found.append(seq)
        event = events[seq]
        seq = event.to if isinstance(event, TakenBack) else seq - 1
    return found[::-1]


def _initial_game(board: Board, events: Sequence[Event]) -> Game:
    first = next(iter(events), None)
    if not isinstance(first, GameStarted):
        raise RecordError("A game's events must begin with game.started.")
    return Game(board, len(first.order))
