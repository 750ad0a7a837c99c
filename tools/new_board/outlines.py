"""Outlines behind a map: simplified, cut to the frame, and written as SVG."""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import pairwise

from tools.new_board.geometry import Box, Point


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
    right, bottom = left + width, top + height
    for axis, limit, sign in ((0, left, 1), (0, right, -1), (1, top, 1), (1, bottom, -1)):
        found: list[Point] = []
        for (ax, ay), (bx, by) in zip([*ring[-1:], *ring[:-1]], ring, strict=True):
            p, q = sign * ((ax, ay)[axis] - limit), sign * ((bx, by)[axis] - limit)
            if p * q < 0:
                part = p / (p - q)
                found.append((ax + part * (bx - ax), ay + part * (by - ay)))
            if q >= 0:
                found.append((bx, by))
        ring = found
    return ring


def runs(line: list[Point], box: Box) -> list[list[Point]]:
    """The pieces of a line that lie in a box, cut at its edges."""
    found: list[list[Point]] = []
    for a, b in pairwise(line):
        ends = sorted((math.dist(at, a), at) for at in clip([a, b], box))
        if ends and ends[0] != ends[-1]:
            (_, first), (_, last) = ends[0], ends[-1]
            if not found or found[-1][-1] != first:
                found.append([first])
            found[-1].append(last)
    return found


def inside(rings: Iterable[list[Point]], point: Point) -> bool:
    """Whether a point is in an odd number of rings."""
    x, y = point
    return bool(
        sum(
            (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax
            for ring in rings
            for (ax, ay), (bx, by) in zip(ring, [*ring[1:], ring[0]], strict=True)
        )
        % 2
    )


def nearest(rings: Iterable[list[Point]], point: Point) -> Point:
    """The corner of the rings that is nearest to a point."""
    return min((corner for ring in rings for corner in ring), key=lambda at: math.dist(at, point))


def area(ring: list[Point]) -> float:
    """The area of a ring."""
    pairs = zip(ring, [*ring[1:], ring[0]], strict=True)
    return abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairs)) / 2


def path(rings: Iterable[list[Point]], *, closed: bool = True) -> str:
    """Write rings or lines as a compact SVG path in whole units."""
    out = []
    for ring in rings:
        points = [(round(x), round(y)) for x, y in ring]
        steps = [
            (bx - ax, by - ay) for (ax, ay), (bx, by) in pairwise(points) if (ax, ay) != (bx, by)
        ]
        if not steps:
            continue
        out.append(f"M{points[0][0]} {points[0][1]}l")
        out.append(" ".join(f"{dx} {dy}" for dx, dy in steps).replace(" -", "-"))
        if closed:
            out.append("z")
    return "".join(out)
