"""The frame of a new map: as large as its routes need, with the middle of its globe unfolded."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import combinations
from statistics import median

from tools.boards.framing import MapFrame, Panel, Point, equirectangular
from tools.boards.geometry import CLEAR, PITCH
from tools.new_board.facts import Facts, slug
from tools.new_board.rows import Table

EDGE = 20
MARGIN = (95, 70)
"""From the edge of the picture to the outermost cities, beside and above."""
LEAST, MOST = (900, 610), (1260, 1120)
"""Width and height of a picture, in its units."""


def frame_of(table: Table, facts: Facts, roomy: float = 1.0) -> MapFrame:
    """Choose the frame in which most routes are as long as their spaces, ``roomy`` times that."""
    globe = {slug(city.name): (city.latitude, city.longitude) for city in table.cities}
    middle = (min(p[0] for p in globe.values()) + max(p[0] for p in globe.values())) / 2
    project = _without_seam(equirectangular(middle), [p[1] for p in globe.values()])
    raw = {key: project(*place) for key, place in globe.items()}
    scale = roomy * median(
        (2 * CLEAR + (row["length"] - 1) * PITCH) / _apart(raw[row["a"]], raw[row["b"]])
        for row in facts["tracks"]
    )
    xs, ys = [p[0] for p in raw.values()], [p[1] for p in raw.values()]
    width, height = (
        round(min(most, max(least, scale * (max(side) - min(side)) + 2 * margin)))
        for side, margin, least, most in zip((xs, ys), MARGIN, LEAST, MOST, strict=True)
    )
    across, down = MARGIN
    panel = Panel(
        frame=(EDGE, EDGE, width - 2 * EDGE, height - 2 * EDGE),
        body=(across, down, width - 2 * across, height - 2 * down),
        project=project,
        home_pull=0.6,
    )
    return MapFrame(width, height, globe, {"main": panel}, frozenset())


def crossings(table: Table) -> list[tuple[int, int]]:
    """The lines of pairs of routes that cross if all are drawn straight."""
    where = {city.name: (city.longitude, city.latitude) for city in table.cities}
    found = []
    for one, two in combinations(table.routes, 2):
        ends = {one.a, one.b, two.a, two.b}
        if len(ends) == 4 and _cross(*(where[e] for e in (one.a, one.b, two.a, two.b))):
            found.append((one.line, two.line))
    return found


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    def side(p: Point, q: Point, r: Point) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0


def _apart(a: Point, b: Point) -> float:
    return math.dist(a, b) or 1e-6


def _without_seam(
    project: Callable[[float, float], Point], longitudes: list[float]
) -> Callable[[float, float], Point]:
    """A projection that keeps places on both sides of the date line together."""
    if max(longitudes) - min(longitudes) <= 180:
        return project
    return lambda lat, lon: project(lat, lon % 360)
