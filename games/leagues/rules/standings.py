"""Standings of a division and its tie-breaks, from results alone (decision 72).

In this order: direct encounters, wins, share of all points at their tables, completed tickets.
Entries that are equal in all of it share the rank. If only one of them can go up or down, lots
decide that were drawn with the season.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from games.leagues.rules.results import Result

Points = Mapping[int, Sequence[int]]
NOTHING: Final = Fraction(0)


@dataclass(frozen=True, slots=True, order=True)
class TieBreak:
    """Tie-breaks of an entry, in order. More is better, the first difference counts."""

    encounters: int
    """Tied rivals that it beat, less those that beat it."""
    wins: Fraction
    """Games won; one won by two sides counts half for each."""
    share: Fraction
    """Its part of all points scored at its tables, 0 to 1."""
    tickets: int


def tie_break(entry: int, tied: Collection[int], results: Iterable[Result]) -> TieBreak:
    """Return the tie-breaks of an entry among those who are ``tied`` with it on points."""
    encounters = tickets = score = total = 0
    wins = NOTHING
    for result in results:
        own = next((side for side in result.sides if entry in side.entries), None)
        if own is None:
            continue
        # The scores of a table it left do not count for it.
        if entry not in own.left:
            score += max(own.score, 0)
            tickets += own.tickets
            if own.place == 1:
                wins += Fraction(1, result.places.count(1))
        total += result.total
        if len(tied) == 1:
            continue
        for side in result.sides:
            if side is not own:
                rivals = sum(1 for rival in side.entries if rival in tied)
                encounters += rivals * ((own.place < side.place) - (own.place > side.place))
    return TieBreak(encounters, wins, Fraction(score, total or 1), tickets)


def drawn_lot(seed: str, entry: int) -> str:
    """Return the lot of an entry: it follows from the seed of the season, so nobody can choose it.

    >>> drawn_lot("seven", 1) == drawn_lot("seven", 1) != drawn_lot("seven", 2)
    True
    """
    return hashlib.sha256(f"night-mail/lot/1 {seed} {entry}".encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of the standings. Equal entries share a ``rank``; lots decide their ``order``.

    ``order`` counts from 0 without gaps. ``points`` and ``won`` may be fractions, because ties
    share. ``points`` include those of the ``uncounted`` games (:func:`points_of_uncounted`).
    Entries that withdrew come last, whatever their points.
    """

    entry: int
    rank: int
    order: int
    points: Fraction
    played: int
    uncounted: int
    tie: TieBreak
    withdrawn: bool = False


def points_of_result(result: Result, points: Points) -> dict[int, Fraction]:
    """Return the league points that a game gave to each of its entries."""
    worth = share_points(points[len(result.sides)], result.places)
    return {
        entry: NOTHING if entry in side.left else share
        for side, share in zip(result.sides, worth, strict=True)
        for entry in side.entries
    }


def points_of_uncounted(
    earned: Fraction, played: int, tables: Sequence[int], points: Points
) -> Fraction:
    """The league points for games that do not count, at tables of n sides (decision 72).

    Each is worth the mean of the ``played`` games; if those are fewer, what its table gives on
    average, because one good game says little.

    >>> str(points_of_uncounted(Fraction(13), 2, [4], {4: (8, 5, 2, 1)}))
    '13/2'
    """
    if played and played >= len(tables):
        return earned / played * len(tables)
    return sum((Fraction(sum(points[sides]), sides) for sides in tables), NOTHING)


def standings(
    entries: Sequence[int],
    results: Sequence[Result],
    points: Points,
    *,
    seed: str,
    withdrawn: Collection[int] = (),
    uncounted: Mapping[int, Sequence[int]] | None = None,
) -> list[Standing]:
    """Return the standings of a division, best first.

    ``points`` has what each place is worth, for every number of sides at a table. ``uncounted`` has
    the numbers of sides at those tables of an entry that were voided or never began.
    """
    missing = uncounted or {}
    earned = dict.fromkeys(entries, NOTHING)
    played: dict[int, list[Result]] = {entry: [] for entry in entries}
    for result in results:
        for entry, worth in points_of_result(result, points).items():
            earned[entry] += worth
            played[entry].append(result)
    # Withdrawn entries never tie with others.
    groups: dict[tuple[bool, Fraction], list[int]] = {}
    for entry in entries:
        total = earned[entry]
        if entry in missing:
            total += points_of_uncounted(total, len(played[entry]), missing[entry], points)
        groups.setdefault((entry not in withdrawn, total), []).append(entry)
    lines: list[Standing] = []
    for (stays, worth), tied in sorted(groups.items(), reverse=True):
        ties = {entry: tie_break(entry, tied, played[entry]) for entry in tied}
        before = len(lines)
        for entry in sorted(tied, key=lambda entry: drawn_lot(seed, entry)):
            rank = 1 + before + sum(other > ties[entry] for other in ties.values())
            counts = len(played[entry]), len(missing.get(entry, ()))
            lines.append(Standing(entry, rank, 0, worth, *counts, ties[entry], not stays))
    lines.sort(key=lambda line: line.rank)
    return [replace(line, order=order) for order, line in enumerate(lines)]


# Tables of every size give the same on average: four points.
DEFAULT_POINTS: Final[Mapping[int, tuple[int, ...]]] = {
    2: (6, 2),
    3: (7, 4, 1),
    4: (8, 5, 2, 1),
    5: (9, 5, 3, 2, 1),
    6: (10, 6, 4, 3, 1, 0),
}
MAX_POINTS: Final = 1000


def share_points(points: Sequence[int], places: Sequence[int]) -> list[Fraction]:
    """Return the league points of each side of a table from their places.

    ``places`` count from 1; equal ones share, and the next place counts all before it (B-13).

    >>> [str(share) for share in share_points([8, 5, 2, 1], [1, 2, 2, 4])]
    ['8', '7/2', '7/2', '1']
    """
    worth = []
    for place in places:
        tied = places.count(place)
        worth.append(Fraction(sum(points[place - 1 : place - 1 + tied]), tied))
    return worth
