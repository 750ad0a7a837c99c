"""Which of the people who wait get a table together: a pure function of what is known of them.

Decision 200 says why the rules are these.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from itertools import chain, islice
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
    def kind(self) -> tuple[int, str, bool]:
        """What all at a table have in common besides the board."""
        return self.seats, self.pace, self.rated

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
        if _boards_of(one, boards):
            of_person[one.person].append(one)
            queues[one.kind].append(one)
    found = []
    for leader in sorted(chain(*of_person.values()), key=lambda one: one.wish):
        if leader.person not in of_person:
            continue
        kept_apart = (apart, apart_if_rated if leader.rated else {})
        table = _table_for(leader, queues[leader.kind], _boards_of(leader, boards), kept_apart)
        if table is None:
            continue
        found.append(table)
        for seated in table.waiting:
            for one in of_person.pop(seated.person):
                queue = queues[one.kind]
                del queue[bisect_left(queue, one)]
    return found


def _boards_of(one: Waiting, boards: Mapping[int, Sequence[str]]) -> list[str]:
    """The boards on which somebody would play."""
    return [board for board in boards.get(one.seats, ()) if one.board in ("", board)]


def _table_for(
    leader: Waiting, queue: Sequence[Waiting], boards: Sequence[str], kept_apart: Sequence[Apart]
) -> Found | None:
    """Seat others at the tables that a leader takes, nearest first, until one of them is full."""

    def fits(one: Waiting, other: Waiting) -> bool:
        is_apart = any(other.person in apart.get(one.person, ()) for apart in kept_apart)
        return one.person != other.person and not is_apart

    at = bisect_left(queue, leader)
    takes = {"", *boards}
    sides = (range(at - 1, -1, -1), range(at + 1, len(queue)))
    near = [islice((queue[i] for i in side if queue[i].board in takes), LOOK) for side in sides]
    gaps = [(gap(leader, one), one) for one in chain(*near) if fits(leader, one)]
    # Else all tables of people who take any board would be on the first one.
    first = crc32(b"%d" % leader.wish) % len(boards)
    possible = [*boards[first:], *boards[:first]]
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
