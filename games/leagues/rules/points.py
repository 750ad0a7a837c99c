"""League points by place; ties share the points of their places."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Final

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
    return list(_shares(tuple(points), tuple(places)))


@lru_cache(maxsize=256)
def _shares(points: tuple[int, ...], places: tuple[int, ...]) -> tuple[Fraction, ...]:
    worth = []
    for place in places:
        tied = places.count(place)
        worth.append(Fraction(sum(points[place - 1 : place - 1 + tied]), tied))
    return tuple(worth)
