"""The smooth map that takes given points to given places: a thin-plate spline."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

Point = tuple[float, float]


def spline(sources: Sequence[Point], targets: Sequence[Point]) -> Callable[[Point], Point]:
    """The thin-plate spline that takes each source to its target and bends least in between.

    >>> move = spline([(0, 0), (1, 0), (0, 1), (1, 1)], [(5, 5), (7, 5), (5, 7), (7, 7)])
    >>> [round(value, 6) for value in move((0.5, 0.25))]
    [6.0, 5.5]

    :raises ValueError: if the sources lie on one line, or two of them on one point.
    """
    size = len(sources)
    rows = []
    for (x, y), target in zip(sources, targets, strict=True):
        rows.append([_bend(x - u, y - v) for u, v in sources] + [1.0, x, y, *target])
    rows += [[(1.0, *point)[k] for point in sources] + [0.0] * 5 for k in range(3)]
    weights = _solve(rows)

    def moved(point: Point) -> Point:
        x, y = point
        terms = [*(_bend(x - u, y - v) for u, v in sources), 1.0, x, y]
        return (
            sum(terms[n] * weights[n][0] for n in range(size + 3)),
            sum(terms[n] * weights[n][1] for n in range(size + 3)),
        )

    return moved


def _bend(dx: float, dy: float) -> float:
    square = dx * dx + dy * dy
    return square * math.log(square) if square else 0.0


def _solve(rows: list[list[float]]) -> list[list[float]]:
    """Solve linear equations with two right sides (Gauss and Jordan, with pivoting)."""
    size = len(rows)
    for n in range(size):
        pivot = max(range(n, size), key=lambda row: abs(rows[row][n]))
        if abs(rows[pivot][n]) < 1e-12:
            raise ValueError("Some sources lie on one line or on one point.")
        rows[n], rows[pivot] = rows[pivot], rows[n]
        rows[n] = [value / rows[n][n] for value in rows[n]]
        for row in range(size):
            if row != n and rows[row][n]:
                part = rows[row][n]
                rows[row] = [a - part * b for a, b in zip(rows[row], rows[n], strict=True)]
    return [row[-2:] for row in rows]
