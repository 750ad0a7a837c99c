"""The tally of a game that was played to its end: what statistics count, as whole numbers.

It is a pure function of the log, so that a game counts the same whenever it is counted. Whatever
lays tracks or brings points by the rules is in it, whichever board has it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Final

from engine.board.model import Board
from engine.errors import RecordError
from engine.events import (
    CardDrawn,
    CardTaken,
    Event,
    GameStarted,
    Score,
    TicketsDealt,
    TicketsDrawn,
    TurnStarted,
)
from engine.fold import EVENT_HANDLERS
from engine.game import effective_seqs
from engine.state import State

BONUS: Final = "_bonus"
BONUSES: Final = tuple(one.name for one in fields(Score) if one.name.endswith(BONUS))
"""The fields of a score that are bonuses, in its order."""
POINT_KINDS: Final = ("routes", "tickets", *(name.removesuffix(BONUS) for name in BONUSES))
"""The kinds of points; those of one side add up to its total. A board has not each of them."""


@dataclass(frozen=True, slots=True)
class TicketTally:
    """A ticket that a side had at the end, and what it brought: less than 0 where it failed."""

    ticket: str
    completed: bool
    points: int


@dataclass(frozen=True, slots=True)
class SideTally:
    """A side at the end: its seats, its place from 1, its points by kind, its tickets."""

    seats: tuple[int, ...]
    place: int
    points: Mapping[str, int]
    tickets: tuple[TicketTally, ...]

    @property
    def total(self) -> int:
        """The points of all kinds together."""
        return sum(self.points.values())


@dataclass(frozen=True, slots=True)
class SeatTally:
    """A seat over the game.

    ``position`` is its place in the playing order, from 1. ``claims`` has each track that it laid,
    in order, with the number of the seat's own turn in which it did, from 1. ``offered`` are the
    tickets that it could choose from, in the deal and later; ``trains`` those left at the end.
    ``drawn`` cards came off the deck, ``taken`` ones from the row.
    """

    seat: int
    position: int
    turns: int
    claims: tuple[tuple[str, int], ...]
    offered: tuple[str, ...]
    trains: int
    drawn: int
    taken: int


@dataclass(frozen=True, slots=True)
class Tally:
    """The tally of a game: its turns, why it ended, its sides best first, its seats by number."""

    turns: int
    reason: str
    teams: bool
    sides: tuple[SideTally, ...]
    seats: tuple[SeatTally, ...]


def tally_of(board: Board, log: Sequence[Event]) -> Tally | None:
    """The tally of a game, None of one that was not played to its end; from its whole log.

    :raises RecordError: if the log does not begin with the start of a game.
    """
    first = next(iter(log), None)
    if not isinstance(first, GameStarted):
        raise RecordError("A game's events must begin with game.started.")
    state = State(board, len(first.order))
    seats = range(state.seats)
    turns, drawn, taken = ([0 for _ in seats] for _ in range(3))
    claims: list[list[tuple[str, int]]] = [[] for _ in seats]
    offered: list[list[str]] = [[] for _ in seats]
    for state.seq in effective_seqs(log):
        event = log[state.seq]
        laid = len(state.owner)
        EVENT_HANDLERS[type(event)](state, event)
        match event:
            case TurnStarted():
                turns[event.seat] += 1
            case TicketsDealt() | TicketsDrawn():
                offered[event.seat] += event.tickets
            case CardDrawn():
                drawn[event.seat] += 1
            case CardTaken():
                taken[event.seat] += 1
        if len(state.owner) > laid:
            track, seat = next(reversed(state.owner.items()))
            claims[seat].append((track, turns[seat]))
    if state.outcome is None:
        return None
    return Tally(
        turns=state.turn,
        reason=state.outcome.reason,
        teams=bool(state.teams),
        sides=tuple(side_tally(score) for score in state.outcome.scores),
        seats=tuple(
            SeatTally(
                seat=seat,
                position=state.order.index(seat) + 1,
                turns=turns[seat],
                claims=tuple(claims[seat]),
                offered=tuple(offered[seat]),
                trains=state.trains[seat],
                drawn=drawn[seat],
                taken=taken[seat],
            )
            for seat in seats
        ),
    )


def side_tally(score: Score) -> SideTally:
    """A final score as statistics count it.

    >>> score = Score((0,), 1, 59, 44, (), 0, longest=20, longest_bonus=10, globetrotter_bonus=5)
    >>> side_tally(score).points
    {'routes': 44, 'tickets': 0, 'longest': 10, 'bullet': 0, 'globetrotter': 5}
    """
    tickets = tuple(TicketTally(one.ticket, one.completed, one.points) for one in score.tickets)
    points = (
        score.routes,
        sum(ticket.points for ticket in tickets),
        *(getattr(score, name) for name in BONUSES),
    )
    kinds = zip(POINT_KINDS, points, strict=True)
    known = {kind: number for kind, number in kinds if number is not None}
    return SideTally(score.seats, score.place, known, tickets)
