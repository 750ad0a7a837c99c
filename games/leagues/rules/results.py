"""Results of games as plain data, and the rule for games that are not over.

Results on the board are public; hidden tickets are ignored. Entries that left the table come last.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a table: who played for it, its place (1 is best), its score and its tickets.

    ``left`` are those of its entries that left the table; it scores nothing for them.
    """

    entries: tuple[int, ...]
    place: int
    score: int
    tickets: int
    left: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Result:
    """A settled game, with all its sides."""

    sides: tuple[Side, ...]

    @property
    def places(self) -> list[int]:
        """The places of the sides, in the order of the sides."""
        return [side.place for side in self.sides]

    @property
    def total(self) -> int:
        """Return the sum of the scores of all sides; one below zero counts as zero."""
        return sum(max(side.score, 0) for side in self.sides)


@dataclass(frozen=True, slots=True)
class SideOnBoard:
    """A side of a running game: its seats, its points on the board, and its place, from 1."""

    seats: Sequence[int]
    points: int
    place: int


def sides_on_board(
    points: Sequence[int], teams: Sequence[Sequence[int]], left: Collection[int]
) -> list[SideOnBoard]:
    """Return the sides of a game, in the order of the teams, or of the seats without teams.

    ``points`` are those of the seats, and ``left`` the seats whose players left; a side that all
    left comes last. Equal sides share a place.

    >>> [side.place for side in sides_on_board([12, 30, 12, 40], [], left=[3])]
    [2, 1, 2, 4]
    """
    sides = teams or [(seat,) for seat in range(len(points))]
    worth = [
        (not all(seat in left for seat in side), sum(points[seat] for seat in side))
        for side in sides
    ]
    return [
        SideOnBoard(side, own[1], 1 + sum(other > own for other in worth))
        for side, own in zip(sides, worth, strict=True)
    ]
