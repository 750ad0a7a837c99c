"""What a game counts that is not over: the sides are ranked by the points on the board.

Everybody can see those; hidden tickets count neither way. Whoever left the table comes last.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Stand:
    """A side of a game that goes on: its seats, its points on the board, and whether all left."""

    seats: tuple[int, ...]
    points: int
    left: bool


def stands(
    points: Sequence[int], teams: Sequence[Sequence[int]], gone: Collection[int]
) -> list[Stand]:
    """Gets how the sides of a game stand, in the order of the teams, or of the seats without any.

    ``points`` are those of the seats, and ``gone`` the seats whose players left.
    """
    sides = teams or [(seat,) for seat in range(len(points))]
    return [
        Stand(tuple(side), sum(points[seat] for seat in side), all(seat in gone for seat in side))
        for side in sides
    ]


def places(sides: Sequence[Stand]) -> list[int]:
    """Gets the place of each side, from 1. Equal sides share one.

    >>> places(stands([12, 30, 12, 40], [], gone=[3]))
    [2, 1, 2, 4]
    """
    return [
        1 + sum((not other.left, other.points) > (not side.left, side.points) for other in sides)
        for side in sides
    ]
