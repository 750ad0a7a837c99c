"""Which of the people who wait get a table together: a pure function of what is known of them.

Decision 200 says why the rules are these.
"""

from __future__ import annotations

import itertools
import math
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from typing import Final, NamedTuple
from zlib import crc32

CLOSE: Final = 200.0
"""The gap that somebody accepts who has just begun to wait, in points of rating."""
FAR: Final = 800.0
"""The gap that somebody accepts shortly before they play with anybody."""
POINTS_PER_PERCENT: Final = 10
"""How much one percent of turns on time weighs, in points of rating."""
LOOK: Final = 40
"""The number of next others that are considered for one person, above and below in rating."""

Apart = Mapping[int, Set[int]]
"""People, by id, with those that they do not play with; both directions are listed."""


class Waiting(NamedTuple):
    """A wish that waits. ``board`` "" is any; ``patience`` is the share of it that is used up.

    ``points`` is the rating, ``percent`` the turns on time, None for newcomers. Sorted by rating.
    """

    points: float
    wish: int
    person: int
    board: str
    seats: int
    pace: str
    rated: bool
    patience: float
    percent: int | None

    @property
    def tolerance(self) -> float:
        """The gap that the person accepts by now."""
        return math.inf if self.patience >= 1 else CLOSE + (FAR - CLOSE) * self.patience


class Found(NamedTuple):
    """A table that can start. The first of those ``waiting`` is the one it was searched for."""

    board: str
    waiting: list[Waiting]


def gap(one: Waiting, other: Waiting) -> float:
    """Return how far two people are apart by rating and reliability, in points of rating."""
    points = abs(one.points - other.points)
    if one.percent is None or other.percent is None:
        return points
    return points + POINTS_PER_PERCENT * abs(one.percent - other.percent)


def pair(
    waiting: Iterable[Waiting],
    *,
    boards: Mapping[int, Sequence[str]],
    apart: Apart,
    apart_if_rated: Apart,
) -> list[Found]:
    """Return the tables that can start now; nobody is at two of them.

    Those who wait longest are served first: each gets the nearest others who want the same seats,
    pace and rating, within their own tolerance. ``boards`` are the keys by number of seats.
    """
    queues: dict[object, list[Waiting]] = defaultdict(list)
    of_person: dict[int, list[Waiting]] = defaultdict(list)
    for one in sorted(waiting):
        of_person[one.person].append(one)
        for key in _keys(one, boards):
            queues[key].append(one)
    found = []
    for leader in sorted(itertools.chain(*of_person.values()), key=lambda one: one.wish):
        keys = _keys(leader, boards)
        if leader.person not in of_person or not keys:
            continue
        kept_apart = (apart, apart_if_rated if leader.rated else {})
        table = _table_for(leader, queues[keys[0]], boards[leader.seats], kept_apart)
        if table is None:
            continue
        found.append(table)
        for seated in table.waiting:
            for one in of_person.pop(seated.person):
                for key in _keys(one, boards):
                    del queues[key][bisect_left(queues[key], one)]
    return found


def _keys(one: Waiting, boards: Mapping[int, Sequence[str]]) -> list[object]:
    """The queues in which somebody waits; first the one in which they find all others.

    Each board has a queue of those who take it, and "" is that of all.
    """
    fitting = boards.get(one.seats, ())
    names = [one.board, ""] if one.board in fitting else [] if one.board else ["", *fitting]
    return [(one.seats, one.pace, one.rated, name) for name in names]


def _table_for(
    leader: Waiting, queue: Sequence[Waiting], boards: Sequence[str], kept_apart: Sequence[Apart]
) -> Found | None:
    """Seat others at the tables that a leader takes, nearest first, until one of them is full."""

    def fits(one: Waiting, other: Waiting) -> bool:
        is_apart = any(other.person in apart.get(one.person, ()) for apart in kept_apart)
        return one.person != other.person and not is_apart

    at = bisect_left(queue, leader)
    near = [*queue[max(at - LOOK, 0) : at], *queue[at + 1 : at + 1 + LOOK]]
    gaps = [(gap(leader, one), one) for one in near if fits(leader, one)]
    # Else all tables of people who take any board would be on the first one.
    first = crc32(b"%d" % leader.wish) % len(boards)
    possible = [leader.board] if leader.board else [*boards[first:], *boards[:first]]
    tables = {board: [leader] for board in possible}
    for distance, other in sorted(gaps):
        if distance > leader.tolerance:
            break
        for board in [other.board] if other.board else possible:
            if all(fits(one, other) for one in tables[board]):
                tables[board].append(other)
                if len(tables[board]) == leader.seats:
                    return Found(board, tables[board])
    return None
