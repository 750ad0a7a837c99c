"""From the globe to the picture of a board: a smooth map through the places of its cities.

Printed boards pull cities apart where routes are crowded. An equal-area projection is bent as a
thin plate is, so that each city lies where the board has it and the coast follows.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Sequence

from tools.new_board.geometry import Box, Point

Move = Callable[[Point], Point]


def frame_round(places: Collection[Point]) -> Box:
    """The part of the earth round places: west, south, east and north in degrees."""
    xs, ys = zip(*places, strict=True)
    if max(xs) - min(xs) > 180:
        # On both sides of the date line.
        xs = tuple(x % 360 for x in xs)
    wide, high = max(xs) - min(xs), max(ys) - min(ys)
    south, north = max(min(ys) - high, -89.0), min(max(ys) + high, 89.0)
    return min(xs) - wide, south, max(xs) + wide, north


def equal_area(frame: Box) -> Move:
    """Lambert's azimuthal projection round the middle of a frame: west, south, east, north."""
    west, south, east, north = frame
    middle, height = (west + east) / 2, math.radians((south + north) / 2)

    def project(place: Point) -> Point:
        # What lies far off, also across the date line, stays at the edge of the frame.
        turned = (place[0] - middle + 180) % 360 - 180
        longitude = math.radians(min(max(turned, west - middle), east - middle))
        latitude = math.radians(min(max(place[1], south), north))
        flat = math.cos(latitude) * math.cos(longitude)
        up = math.sin(height) * math.sin(latitude) + math.cos(height) * flat
        k = math.sqrt(2 / (1 + up))
        return (
            k * math.cos(latitude) * math.sin(longitude),
            k * (math.sin(height) * flat - math.cos(height) * math.sin(latitude)),
        )

    return project


def plate(pairs: Sequence[tuple[Point, Point]], stiffness: float) -> Move:
    """The thin-plate spline that takes the first of each pair to the second, or near it.

    A stiffness of 0 takes every one there; the more, the smoother it is, at last only affine.
    """
    size = 1 / max(math.dist(one, two) for one, _ in pairs for two, _ in pairs)
    known = [(size * x, size * y) for (x, y), _ in pairs]

    def terms(point: Point) -> list[float]:
        """What the weights of the spline are multiplied with at a point."""
        return [*(_bend(math.dist(point, other)) for other in known), 1.0, *point]

    rows: list[list[complex]] = [
        [*terms(at), complex(*aim)] for at, (_, aim) in zip(known, pairs, strict=True)
    ]
    for number in range(len(known)):
        rows[number][number] += stiffness
    affine = [[1.0] * len(known), *zip(*known, strict=True)]
    rows += [[*row, 0.0, 0.0, 0.0, 0.0] for row in affine]
    weights = _solve(rows)

    def move(point: Point) -> Point:
        scaled = (size * point[0], size * point[1])
        at = sum(weight * term for weight, term in zip(weights, terms(scaled), strict=True))
        return at.real, at.imag

    return move


def _bend(distance: float) -> float:
    return distance * distance * math.log(distance) if distance else 0.0


def _solve(rows: list[list[complex]]) -> list[complex]:
    """Solve linear equations; their right-hand side is the last column (Gauss and Jordan)."""
    n = len(rows)
    for column in range(n):
        best = max(range(column, n), key=lambda row: abs(rows[row][column]))
        rows[column], rows[best] = rows[best], rows[column]
        pivot = rows[column]
        for row in range(n):
            part = rows[row][column] / pivot[column]
            if row != column and part:
                rows[row] = [a - part * b for a, b in zip(rows[row], pivot, strict=True)]
    return [row[n] / row[at] for at, row in enumerate(rows)]
