"""Who stands before whom with equal points.

In this order: what they did against each other, wins, the share of all points at their tables, and
completed tickets. Whoever is equal in all of it shares the rank; where only one can go up or down,
lots decide that were drawn with the season.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from fractions import Fraction

from games.leagues.results import Result


@dataclass(frozen=True, slots=True, order=True)
class TieBreak:
    """What stands beside the points of an entry. More is better, the first difference counts."""

    encounters: int
    """Tied rivals that it finished before, less those that finished before it."""
    wins: Fraction
    """Games won; one that was won by two sides counts half for each."""
    share: Fraction
    """Its part of all points scored at its tables, 0 to 1."""
    tickets: int


def tie_break(entry: int, tied: Collection[int], results: Iterable[Result]) -> TieBreak:
    """Gets what decides for an entry among those who are ``tied`` with it on points."""
    encounters = tickets = score = total = 0
    wins = Fraction(0)
    for result in results:
        own = next((side for side in result.sides if entry in side.entries), None)
        if own is None:
            continue
        # The scores of a table it left say nothing good about it.
        if entry not in own.gone:
            score += max(own.score, 0)
            tickets += own.tickets
            wins += Fraction(own.place == 1, result.places.count(1) or 1)
        total += result.total
        for side in result.sides:
            rivals = sum(1 for rival in side.entries if rival in tied)
            if side is not own:
                encounters += rivals * ((own.place < side.place) - (own.place > side.place))
    return TieBreak(encounters, wins, Fraction(score, total or 1), tickets)


def lot(seed: str, entry: int) -> str:
    """Gets the lot of an entry: it was fixed with the seed of the season, and nobody can choose it.

    >>> lot("seven", 1) == lot("seven", 1) != lot("seven", 2)
    True
    """
    return hashlib.sha256(f"night-mail/lot/1 {seed} {entry}".encode()).hexdigest()
