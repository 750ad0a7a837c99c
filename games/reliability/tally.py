"""What the log of one game says of who kept its clock: a pure count over its events."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

CLOCK: Final = "clock"
TURN_STARTED: Final = "game.turn_started"
MISSED: Final = "table.deadline_missed"
EXCUSED: Final = "table.miss_excused"
NOT_EXCUSED: Final = "table.miss_counted"
COUNTED: Final = (TURN_STARTED, MISSED, EXCUSED, NOT_EXCUSED)
"""The types of event that matter here, besides all that an action caused."""


@dataclass(frozen=True, slots=True)
class Line:
    """What matters here of an event; ``seat`` is that of the action that caused it, if any."""

    seq: int
    actor: str
    type: str
    data: Mapping[str, Any]
    seat: int | None


@dataclass(slots=True)
class Tally:
    """The turns of one person in one game."""

    answered: int = 0
    missed: int = 0
    excused: int = 0


class Holders:
    """Who held each seat when: a person's id, or None for a bot and for who was erased."""

    def __init__(
        self, began: Mapping[int, int | None], moves: Sequence[tuple[int, int, int | None]]
    ) -> None:
        """``moves`` are (number of the seat, seq, who took it), in the order of the log."""
        self._began = began
        self._moves = moves

    def at(self, seat: int, seq: int) -> int | None:
        """Gets who held a seat when event ``seq`` was written."""
        person = self._began.get(seat)
        for number, moved, taker in self._moves:
            if number == seat and moved < seq:
                person = taker
        return person

    def last(self) -> set[int]:
        """Gets who holds the seats now."""
        held = dict(self._began)
        held.update((number, taker) for number, _seq, taker in self._moves)
        return {person for person in held.values() if person is not None}

    def ever(self) -> set[int]:
        """Gets everybody who held a seat."""
        takers = [taker for _number, _seq, taker in self._moves]
        return {person for person in [*self._began.values(), *takers] if person is not None}


def tally(lines: Iterable[Line], holders: Holders) -> dict[int, Tally]:
    """Gets the turns that each person answered or missed.

    Everything that a seat decides between the starts of two turns is one turn; the clock that moves
    in any part of it makes it a missed one. An excuse names the decision that ran out of time, and
    so does what takes an excuse back.

    >>> lines = [
    ...     Line(1, "0", "game.tickets_chosen", {}, 0),
    ...     Line(2, "1", "game.turn_started", {"seat": 1}, None),
    ...     Line(3, "clock", "table.deadline_missed", {"seat": 1}, None),
    ... ]
    >>> tally(lines, Holders({0: 7, 1: 8}, []))
    {7: Tally(answered=1, missed=0, excused=0), 8: Tally(answered=0, missed=1, excused=0)}
    """
    turn = 0
    turns: dict[tuple[int, int], tuple[int, str]] = {}
    misses: list[tuple[int, int, int]] = []
    excuses: dict[tuple[int, int], tuple[int, int, int, int]] = {}
    for line in lines:
        if line.type == TURN_STARTED:
            turn += 1
        if line.type == MISSED:
            seat = line.data["seat"]
            person = holders.at(seat, line.seq)
            if person is not None:
                turns[seat, turn] = person, "missed"
                misses.append((seat, line.seq, person))
        elif line.type == EXCUSED:
            seat, decision = line.data["seat"], line.data["decision"]
            # The clock moves once for a decision: the first time after it was opened.
            found = sorted(miss for miss in misses if miss[0] == seat and miss[1] > decision)[:1]
            for miss in found:
                misses.remove(miss)
                turns[seat, -line.seq] = miss[2], "excused"
                excuses[seat, decision] = *miss, -line.seq
        elif line.type == NOT_EXCUSED:
            excuse = excuses.pop((line.data["seat"], line.data["decision"]), None)
            if excuse is not None:
                misses.append(excuse[:3])
                del turns[excuse[0], excuse[3]]
        elif line.seat is not None and line.actor != CLOCK:
            person = holders.at(line.seat, line.seq)
            if person is not None:
                turns.setdefault((line.seat, turn), (person, "answered"))
    tallies = {person: Tally() for person in sorted(holders.ever())}
    for person, what in turns.values():
        setattr(tallies[person], what, getattr(tallies[person], what) + 1)
    return tallies
