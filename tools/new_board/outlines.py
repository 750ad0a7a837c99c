"""Outlines behind a map: simplified, rounded, cut to the frame, and written as SVG.

They are warped by the way the cities have moved, so that a harbour stays on its coast.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from itertools import pairwise

from tools.new_board.geometry import Box, Point
from tools.new_board.layout import Layout

REACH = 58.0
"""The distance, in units of the picture, within which a moved city moves the land."""
LINES = ("river", "border")
"""The kinds of outline that are lines; others are areas."""


def warp(layout: Layout) -> Callable[[Point], Point]:
    """The function that moves a point along with the cities near it."""
    moves = [(*c.home, c.x - c.home[0], c.y - c.home[1]) for c in layout.cities.values()]

    def moved(point: Point) -> Point:
        x, y = point
        sx = sy = 0.0
        weights = 0.12
        for hx, hy, dx, dy in moves:
            w = math.exp(-((x - hx) ** 2 + (y - hy) ** 2) / (2 * REACH * REACH))
            sx, sy, weights = sx + w * dx, sy + w * dy, weights + w
        return x + sx / weights, y + sy / weights

    return moved


def simplify(line: list[Point], detail: float) -> list[Point]:
    """Leave out the points that lie nearer than ``detail`` to the line (Douglas and Peucker)."""
    keep = {0, len(line) - 1}
    todo = [(0, len(line) - 1)]
    while todo:
        first, last = todo.pop()
        (ax, ay), (bx, by) = line[first], line[last]
        dx, dy = bx - ax, by - ay
        size = dx * dx + dy * dy
        worst, at = detail, 0
        for n in range(first + 1, last):
            px, py = line[n]
            t = ((px - ax) * dx + (py - ay) * dy) / size if size else 0.0
            t = min(1.0, max(0.0, t))
            d = math.hypot(px - ax - t * dx, py - ay - t * dy)
            if d > worst:
                worst, at = d, n
        if at:
            keep.add(at)
            todo += [(first, at), (at, last)]
    return [line[n] for n in sorted(keep)]


def clip(ring: list[Point], box: Box) -> list[Point]:
    """Cut a ring to a box (Sutherland and Hodgman)."""
    left, top, width, height = box
    for axis, limit, sign in (
        (0, left, 1),
        (0, left + width, -1),
        (1, top, 1),
        (1, top + height, -1),
    ):
        found: list[Point] = []
        for before, after in zip([ring[-1], *ring[:-1]] if ring else [], ring, strict=True):
            p, q = sign * (before[axis] - limit), sign * (after[axis] - limit)
            if p * q < 0:
                t = p / (p - q)
                found.append(
                    (
                        before[0] + t * (after[0] - before[0]),
                        before[1] + t * (after[1] - before[1]),
                    )
                )
            if q >= 0:
                found.append(after)
        ring = found
    return ring


def within(line: list[Point], box: Box) -> list[Point]:
    """Cut a line that enters a box once or ends in it, a little inside the edges."""
    left, top, width, height = box

    def inside(p: Point) -> bool:
        return left + 5 < p[0] < left + width - 5 and top + 5 < p[1] < top + height - 5

    fine = [
        (ax + (bx - ax) * n / 40, ay + (by - ay) * n / 40)
        for (ax, ay), (bx, by) in pairwise(line)
        for n in range(40)
    ]
    found = [point for point in [*fine, line[-1]] if inside(point)]
    return simplify(found, 0.5) if found else []


def rounded(line: list[Point], *, closed: bool) -> list[Point]:
    """Cut the corners of a line drawn by hand (Chaikin, twice); its ends stay."""
    for _ in range(2):
        pairs = [*pairwise(line)] + ([(line[-1], line[0])] if closed else [])
        cut = [
            (a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part)
            for a, b in pairs
            for part in (0.25, 0.75)
        ]
        line = cut if closed else [line[0], *cut[1:-1], line[-1]]
    return line


def area(ring: list[Point]) -> float:
    """The area of a ring."""
    pairs = zip(ring, [*ring[1:], ring[0]], strict=True)
    return abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairs)) / 2


def path(rings: Iterable[list[Point]], *, closed: bool = True) -> str:
    """Write rings or lines as a compact SVG path in whole tenths."""
    out = []
    for ring in rings:
        points = [(round(x), round(y)) for x, y in ring]
        out.append(f"M{points[0][0]} {points[0][1]}l")
        steps = [
            (bx - ax, by - ay) for (ax, ay), (bx, by) in pairwise(points) if (ax, ay) != (bx, by)
        ]
        out.append(" ".join(f"{dx} {dy}" for dx, dy in steps).replace(" -", "-"))
        if closed:
            out.append("z")
    return "".join(out)
