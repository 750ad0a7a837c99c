"""Figures made of sums: shares and intervals, means, medians; docs/statistics.md explains each."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import sqrt
from typing import Final

from engine.board.model import Board
from engine.ending.tally import POINT_KINDS

FEWEST: Final = 5
"""With fewer games a figure is meaningless, and is not drawn."""
Line = tuple[str, str, int, int]
"""Kind, key, number and total of a sum."""


class Sums:
    """Sums as loaded; several of one measure are added."""

    def __init__(self, lines: Iterable[Line]) -> None:
        self._kinds: dict[str, Counter[tuple[str, int]]] = defaultdict(Counter)
        for kind, key, number, total in lines:
            self._kinds[kind][key, number] += total

    def of(self, kind: str) -> Mapping[tuple[str, int], int]:
        """All sums of a kind, by key and number."""
        return self._kinds.get(kind, {})

    def total(self, kind: str, key: str = "", number: int = 0) -> int:
        """One sum, 0 where there is none."""
        return self.of(kind).get((key, number), 0)

    def by_key(self, kind: str) -> Mapping[str, int]:
        """The sums of a kind, over all numbers."""
        found: Counter[str] = Counter()
        for (key, _number), total in self.of(kind).items():
            found[key] += total
        return found

    def by_number(self, kind: str, key: str = "") -> Mapping[int, int]:
        """The sums of a kind and key by number, in order."""
        rows = self.of(kind).items()
        return dict(sorted((number, total) for (one, number), total in rows if one == key))

    @property
    def games(self) -> int:
        """The number of games."""
        return self.total("games")


def median(counts: Mapping[int, int]) -> float | None:
    """The median of numbers given with their counts, None if there are none.

    >>> median({3: 2, 5: 1, 9: 1})
    4.0
    >>> median({3: 1, 5: 1, 9: 1})
    5.0
    """
    count = sum(counts.values())
    if not count:
        return None
    places = {(count - 1) // 2, count // 2}
    found, passed = [], 0
    for number, times in sorted(counts.items()):
        found += [number] * sum(passed <= place < passed + times for place in places)
        passed += times
    return sum(found) / len(found)


@dataclass(frozen=True, slots=True)
class SeatFigures:
    """A place in the playing order: its share of wins, its mean of points."""

    position: int
    wins: Share
    points: float


def seat_figures(sums: Sums) -> list[SeatFigures]:
    """The seats in playing order."""
    won: dict[int, float] = defaultdict(float)
    for (key, position), count in sums.of("position").items():
        name, _, first = key.partition("/")
        if name == "won":
            won[position] += count / int(first)
    games, points = sums.by_number("position", "games"), sums.by_number("position", "points")
    return [
        SeatFigures(position, share(won[position], count), points.get(position, 0) / count)
        for position, count in games.items()
    ]


def wins_of(sums: Sums) -> Share:
    """The share of games that a player won; a shared first place counts in part."""
    won = sum(count / int(first) for (first, _zero), count in sums.of("won").items())
    return share(won, sums.games)


@dataclass(frozen=True, slots=True)
class PointFigures:
    """Points of a kind: the mean over all sides, and over those that won."""

    kind: str
    mean: float
    of_winners: float


def point_figures(sums: Sums) -> list[PointFigures]:
    """The kinds of points that brought anything."""
    sides, winners = sums.total("sides"), sums.total("winners")
    return [
        PointFigures(
            kind,
            sums.total("points", kind) / (sides or 1),
            sums.total("won_points", kind) / (winners or 1),
        )
        for kind in POINT_KINDS
        if sums.total("points", kind) or sums.total("won_points", kind)
    ]


@dataclass(frozen=True, slots=True)
class TicketFigures:
    """A ticket: how often it was offered, kept and completed, and its points when kept.

    ``won`` is how often its side won.
    """

    ticket: str
    offered: int
    kept: int
    completed: int
    brought: int
    won: int

    @property
    def mean(self) -> float:
        """The mean points for each time that it was kept."""
        return self.brought / self.kept if self.kept else 0.0


def ticket_figures(sums: Sums, board: Board) -> list[TicketFigures]:
    """All tickets of a board that were ever offered, those first that were kept most often."""
    found = [
        TicketFigures(
            ticket,
            *(
                sums.total(kind, ticket)
                for kind in ("offered", "kept", "completed", "brought", "kept_won")
            ),
        )
        for ticket in board.tickets
        if sums.total("offered", ticket)
    ]
    return sorted(found, key=lambda one: -one.kept)


@dataclass(frozen=True, slots=True)
class RouteFigures:
    """A track: in how many games it was claimed, in which turn of the seat, how often by winners.

    ``median`` is None where the turns were not kept one by one.
    """

    track: str
    claims: int
    share: float
    mean: float | None
    median: float | None
    won: int


def route_figures(sums: Sums, board: Board) -> list[RouteFigures]:
    """All tracks of a board, those first that were claimed most often."""
    turns: dict[str, dict[int, int]] = defaultdict(dict)
    for (track, turn), count in sums.of("claim").items():
        turns[track][turn] = count
    found = []
    for track in board.tracks:
        counts = turns.get(track, {})
        claims = sum(counts.values())
        spent = sums.total("claim_turns", track) or sum(t * n for t, n in counts.items())
        one_by_one = not sums.of("claim_turns")
        found.append(
            RouteFigures(
                track=track,
                claims=claims,
                share=claims / sums.games if sums.games else 0.0,
                mean=spent / claims if claims else None,
                median=median(counts) if one_by_one else None,
                won=sums.total("claim_won", track),
            )
        )
    return sorted(found, key=lambda one: -one.claims)


def steps(counts: Mapping[int, int], width: int) -> dict[int, int]:
    """Counts in steps of equal width, by the first number of each, with the empty steps between.

    >>> steps({3: 1, 14: 2, 38: 1}, 10)
    {0: 1, 10: 2, 20: 0, 30: 1}
    """
    found: Counter[int] = Counter()
    for number, count in counts.items():
        found[number // width * width] += count
    if not found:
        return {}
    return {start: found[start] for start in range(min(found), max(found) + width, width)}


Z: Final = 1.96
"""Standard deviations of a normal distribution that hold 95% of it."""


@dataclass(frozen=True, slots=True)
class Share:
    """A part of 1 with its interval of 95%; ``of`` is what it was measured on."""

    value: float
    low: float
    high: float
    of: int


def share(part: float, of: int) -> Share:
    """The share ``part / of`` with its score interval (E. B. Wilson, 1927, JASA 22, 209).

    ``part`` may be a fraction, where a first place is shared. All is 0 where ``of`` is.

    >>> one = share(9, 30)
    >>> [round(value, 3) for value in (one.value, one.low, one.high)]
    [0.3, 0.167, 0.479]
    >>> share(0, 5).low, round(share(0, 5).high, 3)
    (0.0, 0.434)
    """
    if not of:
        return Share(0.0, 0.0, 0.0, 0)
    p, z2 = part / of, Z * Z / of
    middle = (p + z2 / 2) / (1 + z2)
    half = Z / (1 + z2) * sqrt(p * (1 - p) / of + z2 / (4 * of))
    return Share(p, max(0.0, middle - half), min(1.0, middle + half), of)
