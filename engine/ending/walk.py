"""The ending of a game as plain data, from one pass over the events that still count."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.board.model import Board
from engine.ending.awards import Award, awards_of
from engine.ending.chronicle import Chronicle
from engine.ending.luck import Luck, LuckWatch
from engine.ending.paths import Path, paths_of
from engine.ending.story import Story, story_of
from engine.ending.tickets import TicketEnd, TicketWatch
from engine.errors import RecordError
from engine.events import Event, GameStarted, TakenBack
from engine.fold import EVENT_HANDLERS
from engine.game import effective_seqs
from engine.state import State


@dataclass(frozen=True, slots=True)
class Ending:
    """All that the page of a finished game tells beside its scores.

    A game that was ended early has no outcome: its hidden cards count neither way, so it has
    neither tickets nor luck nor awards, and its story tells what everybody saw.
    """

    paths: tuple[Path, ...]
    tickets: tuple[TicketEnd, ...]
    lucks: tuple[Luck, ...]
    """By seat."""
    awards: tuple[Award, ...]
    story: Story


def ending_of(board: Board, log: Sequence[Event]) -> Ending:
    """The ending of a game that is over, from its whole log.

    :raises RecordError: if the log does not begin with the start of a game.
    """
    first = next(iter(log), None)
    if not isinstance(first, GameStarted):
        raise RecordError("A game's events must begin with game.started.")
    state = State(board, len(first.order))
    tickets, chronicle = TicketWatch(board), Chronicle(board)
    luck = LuckWatch(tickets)
    for state.seq in effective_seqs(log):
        event = log[state.seq]
        luck.before(event, state)
        tickets.before(event, state)
        chronicle.before(event, state)
        EVENT_HANDLERS[type(event)](state, event)
        tickets.after(event, state)
        chronicle.after(event, state)
    ends = tickets.ends(state)
    taken_back = sum(isinstance(event, TakenBack) for event in log)
    story = story_of(state, chronicle, tickets, ends, taken_back=taken_back)
    if state.outcome is None:
        return Ending(paths_of(state), (), (), (), story)
    lucks = luck.lucks(range(state.seats))
    return Ending(paths_of(state), tuple(ends), lucks, awards_of(chronicle, ends, lucks), story)
