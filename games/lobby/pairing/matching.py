"""Which of the people who wait get a table together: a pure function of what is known of them.

Decision 200 says why the rules are these.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Final
from zlib import crc32

CLOSE: Final = 200.0
"""The gap that somebody accepts who has just begun to wait, in points of rating."""
FAR: Final = 800.0
"""The gap that somebody accepts shortly before they play with anybody."""
POINTS_PER_PERCENT: Final = 10
"""How much one percent of turns on time weighs, in points of rating."""
LOOK: Final = 100
"""The number of nearest others that are considered for one person."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A wish that waits. ``board`` "" is any; ``patience`` is the share of it that is used up.

    ``points`` is the rating, ``percent`` the turns on time, None for newcomers.
    """

    wish: int
    person: int
    board: str
    seats: int
    pace: str
    rated: bool
    patience: float = 0.0
    points: float = 1500.0
    percent: int | None = None

    @property
    def tolerance(self) -> float:
        """The gap that the person accepts by now.

        >>> one = Waiting(1, 1, "", 3, "3-days", True, patience=0.5)
        >>> one.tolerance
        500.0
        """
        return math.inf if self.patience >= 1 else CLOSE + (FAR - CLOSE) * self.patience


@dataclass(frozen=True, slots=True)
class Found:
    """A table that can start. The first of those ``waiting`` is the one it was searched for."""

    board: str
    waiting: tuple[Waiting, ...]


Apart = Mapping[int, Set[int]]
"""People, by id, with those that they do not play with; both directions are listed."""


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
    wishes = sorted(waiting, key=lambda one: one.wish)
    queues = _queues(wishes, boards)
    of_person = defaultdict(list)
    for one in wishes:
        of_person[one.person].append(one)
    found = []
    for leader in wishes:
        queue = queues.get(_key(leader, leader.board))
        if queue is None or leader.wish not in queue.after:
            continue
        possible = [leader.board] if leader.board else boards[leader.seats]
        # Else all tables of people who take any board would be on the first one.
        first = crc32(b"%d" % leader.wish) % len(possible)
        tables = {board: [leader] for board in (*possible[first:], *possible[:first])}
        others = (
            one
            for one in queue.nearest(leader)
            if not _is_kept_apart(leader, one, apart, apart_if_rated)
        )
        table = _fill(tables, others, (apart, apart_if_rated))
        if table is None:
            continue
        found.append(table)
        for seated in table.waiting:
            for one in of_person[seated.person]:
                for key in _keys(one, boards):
                    queues[key].remove(one)
    return found


def _fill(
    tables: Mapping[str, list[Waiting]], others: Iterable[Waiting], apart: tuple[Apart, Apart]
) -> Found | None:
    """Seat others at the tables of a leader, nearest first, until one of them is full."""
    for other in others:
        for board in [other.board] if other.board else tables:
            seated = tables[board]
            if any(_is_kept_apart(one, other, *apart) for one in seated[1:]):
                continue
            seated.append(other)
            if len(seated) == other.seats:
                return Found(board, tuple(seated))
    return None


def _is_kept_apart(one: Waiting, other: Waiting, apart: Apart, apart_if_rated: Apart) -> bool:
    if one.person == other.person or other.person in apart.get(one.person, ()):
        return True
    return one.rated and other.person in apart_if_rated.get(one.person, ())


Key = tuple[int, str, bool, str]


def _key(one: Waiting, board: str) -> Key:
    return one.seats, one.pace, one.rated, board


def _keys(one: Waiting, boards: Mapping[int, Sequence[str]]) -> Iterator[Key]:
    """The queues in which somebody waits: that of each board they take, and that of all boards."""
    fitting = boards.get(one.seats, ())
    taken = [one.board] if one.board in fitting else [] if one.board else fitting
    if taken:
        yield _key(one, "")
    for board in taken:
        yield _key(one, board)


class _Queue:
    """People who take one board, or who take any, by rating; one leaves in constant time."""

    def __init__(self, ordered: Sequence[Waiting]) -> None:
        wishes = [one.wish for one in ordered]
        self.before = dict(zip(wishes, [None, *ordered], strict=False))
        self.after = dict(zip(wishes, [*ordered[1:], None], strict=True))

    def remove(self, one: Waiting) -> None:
        before, after = self.before.pop(one.wish), self.after.pop(one.wish)
        if before is not None:
            self.after[before.wish] = after
        if after is not None:
            self.before[after.wish] = before

    def nearest(self, leader: Waiting) -> Iterator[Waiting]:
        """Yield the others within the leader's tolerance, nearest by rating first."""
        below, above = self.before[leader.wish], self.after[leader.wish]
        for _step in range(LOOK):
            if above is not None and (
                below is None or above.points - leader.points < leader.points - below.points
            ):
                other, above = above, self.after[above.wish]
            elif below is not None:
                other, below = below, self.before[below.wish]
            else:
                return
            if abs(other.points - leader.points) > leader.tolerance:
                return
            if gap(leader, other) <= leader.tolerance:
                yield other


def _queues(wishes: Iterable[Waiting], boards: Mapping[int, Sequence[str]]) -> dict[Key, _Queue]:
    lines: dict[Key, list[Waiting]] = defaultdict(list)
    for one in sorted(wishes, key=lambda one: one.points):
        for key in _keys(one, boards):
            lines[key].append(one)
    return {key: _Queue(line) for key, line in lines.items()}
