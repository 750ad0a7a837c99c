"""The frame of a new map: as large as its routes need, with the middle of its globe unfolded."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import combinations
from statistics import median

from tools.new_board.facts import Facts, slug
from tools.new_board.geometry import CLEAR, PITCH, Box, Point, crosses
from tools.new_board.rows import Table

EDGE = 20
MARGIN = (95, 70)
"""From the edge of the picture to the outermost cities, beside and above."""
LEAST, MOST = (900, 610), (1260, 1120)
"""Width and height of a picture, in its units."""


@dataclass(frozen=True)
class MapFrame:
    """The size of a picture, and where its cities lie in it."""

    width: int
    height: int
    homes: dict[str, Point]
    """The geographic places of the cities in the picture."""

    @property
    def frame(self) -> Box:
        return EDGE, EDGE, self.width - 2 * EDGE, self.height - 2 * EDGE


def frame_of(table: Table, facts: Facts, roomy: float = 1.0) -> MapFrame:
    """Choose the frame in which most routes are as long as their spaces, ``roomy`` times that."""
    globe = {slug(city.name): (city.latitude, city.longitude) for city in table.cities}
    latitudes, longitudes = zip(*globe.values(), strict=True)
    squeeze = math.cos(math.radians((min(latitudes) + max(latitudes)) / 2))
    seam = max(longitudes) - min(longitudes) > 180
    raw = {key: _project(*place, squeeze, seam=seam) for key, place in globe.items()}
    scale = roomy * median(
        (2 * CLEAR + (row["length"] - 1) * PITCH)
        / (math.dist(raw[row["a"]], raw[row["b"]]) or 1e-6)
        for row in facts["tracks"]
    )
    sides = tuple(zip(*raw.values(), strict=True))
    size = [
        round(min(most, max(least, scale * (max(side) - min(side)) + 2 * margin)))
        for side, margin, least, most in zip(sides, MARGIN, LEAST, MOST, strict=True)
    ]
    # The cities fill what the margins leave.
    scale = min(
        (whole - 2 * margin) / (max(side) - min(side))
        for side, whole, margin in zip(sides, size, MARGIN, strict=True)
    )
    ox, oy = (
        margin + (whole - 2 * margin) / 2 - scale * (max(side) + min(side)) / 2
        for side, whole, margin in zip(sides, size, MARGIN, strict=True)
    )
    homes = {key: (ox + scale * x, oy + scale * y) for key, (x, y) in raw.items()}
    return MapFrame(size[0], size[1], homes)


def _project(latitude: float, longitude: float, squeeze: float, *, seam: bool) -> Point:
    """Equirectangular, true in the middle: ``squeeze`` is the length of a degree of longitude
    there, in degrees of latitude; ``seam`` says that places lie on both sides of the date line.
    """
    longitude = longitude % 360 if seam else longitude
    return math.radians(longitude) * squeeze, -math.radians(latitude)


def crossings(table: Table) -> list[tuple[int, int]]:
    """The lines of pairs of routes that cross if all are drawn straight."""
    where = {city.name: (city.longitude, city.latitude) for city in table.cities}
    found = []
    for one, two in combinations(table.routes, 2):
        ends = {one.a, one.b, two.a, two.b}
        lines = ([where[route.a], where[route.b]] for route in (one, two))
        if len(ends) == 4 and crosses(*lines):
            found.append((one.line, two.line))
    return found
