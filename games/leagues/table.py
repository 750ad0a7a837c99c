"""The standings of a division, from its settled games alone."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from games.leagues.points import shared
from games.leagues.results import Result
from games.leagues.tie_breaks import TieBreak, lot, tie_break

Points = Mapping[int, Sequence[int]]


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of the standings. Equal entries share a ``rank``; lots gave them their ``order``.

    ``order`` counts from 0 without gaps. ``points`` and ``won`` may be fractions, because ties
    share. Who withdrew stands last, whatever the points.
    """

    entry: int
    rank: int
    order: int
    points: Fraction
    played: int
    tie: TieBreak
    withdrawn: bool = False


def earned(result: Result, points: Points) -> dict[int, Fraction]:
    """Gets the league points that a game gave to each of its entries."""
    worth = shared(points[len(result.sides)], result.places)
    return {
        entry: Fraction(0) if entry in side.gone else share
        for side, share in zip(result.sides, worth, strict=True)
        for entry in side.entries
    }


def standings(
    entries: Sequence[int],
    results: Sequence[Result],
    points: Points,
    *,
    seed: str,
    withdrawn: Collection[int] = (),
) -> list[Standing]:
    """Gets the standings of a division, best first.

    ``points`` has what each place is worth, for every number of sides at a table.
    """
    total = dict.fromkeys(entries, Fraction(0))
    played: dict[int, list[Result]] = {entry: [] for entry in entries}
    for result in results:
        for entry, worth in earned(result, points).items():
            total[entry] += worth
            played[entry].append(result)
    # Withdrawn or not is not broken by anything: it is part of what is equal.
    groups: dict[tuple[bool, Fraction], list[int]] = {}
    for entry in entries:
        groups.setdefault((entry not in withdrawn, total[entry]), []).append(entry)
    lines: list[Standing] = []
    for (stays, worth), tied in sorted(groups.items(), reverse=True):
        ties = {entry: tie_break(entry, tied, played[entry]) for entry in tied}
        before = len(lines)
        for entry in sorted(tied, key=lambda entry: lot(seed, entry)):
            rank = 1 + before + sum(other > ties[entry] for other in ties.values())
            line = Standing(entry, rank, 0, worth, len(played[entry]), ties[entry], not stays)
            lines.append(line)
    lines.sort(key=lambda line: line.rank)
    return [
        Standing(line.entry, line.rank, order, line.points, line.played, line.tie, line.withdrawn)
        for order, line in enumerate(lines)
    ]
