"""League points by place; ties share the points of their places."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final

from django.utils.translation import gettext as _

from games.common.errors import Refused

# Whoever plays at a table of another size can win as much on the average: four points.
DEFAULT_POINTS: Final[Mapping[int, tuple[int, ...]]] = {
    2: (6, 2),
    3: (7, 4, 1),
    4: (8, 5, 2, 1),
    5: (9, 5, 3, 2, 1),
}
MAX_POINTS: Final = 1000


def share_points(points: Sequence[int], places: Sequence[int]) -> list[Fraction]:
    """The league points of each side of a table from their places.

    ``places`` count from 1; equal ones share, and the next place counts all before it (B-13).

    >>> [str(share) for share in shared([8, 5, 2, 1], [1, 2, 2, 4])]
    ['8', '7/2', '7/2', '1']
    """
    worth = []
    for place in places:
        tied = places.count(place)
        worth.append(Fraction(sum(points[place - 1 : place - 1 + tied]), tied))
    return worth


def check_points(points: Mapping[int, Sequence[int]], sides: Sequence[int]) -> None:
    """Make sure that the points fit tables of so many sides.

    :raises Refused: if a table has none or too few of them, or a better place is worth less.
    """
    for count in sides:
        worth = points.get(count, ())
        if len(worth) != count:
            raise Refused(
                _(
                    "A table with %(count)d sides needs %(count)d numbers of points, best place"
                    " first, such as: %(usual)s."
                )
                % {"count": count, "usual": " ".join(map(str, DEFAULT_POINTS[count]))}
            )
        if any(not 0 <= number <= MAX_POINTS for number in worth):
            raise Refused(
                _("Points lie between 0 and %(most)d. Choose smaller ones.") % {"most": MAX_POINTS}
            )
        if list(worth) != sorted(worth, reverse=True) or worth[0] == worth[-1]:
            raise Refused(
                _("A better place must be worth more than a worse one: %(points)s is not so.")
                % {"points": " ".join(map(str, worth))}
            )
