"""One pass over the events of a game that still count, for all that its ending tells."""

from __future__ import annotations

from collections.abc import Sequence

from engine.board.model import Board
from engine.ending.awards import awards_of
from engine.ending.chronicle import Chronicle
from engine.ending.luck import LuckWatch
from engine.ending.model import Ending
from engine.ending.paths import paths_of
from engine.ending.story import story_of
from engine.ending.tickets import TicketWatch
from engine.errors import RecordError
from engine.events import Event, GameStarted, TakenBack
from engine.fold import EVENT_HANDLERS
from engine.game import effective_seqs
from engine.state import State


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
