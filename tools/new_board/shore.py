"""An island for a map that has no outlines: what lies near its cities and routes."""

from __future__ import annotations

import cmath
import math

from tools.new_board.geometry import Point
from tools.new_board.layout import Layout
from tools.new_board.outlines import clip

INLAND = 46.0
"""How far the island reaches round its cities and routes."""
SEA_ROUTE = 4
"""Routes of this many spaces may be bridges over water."""
DIRECTIONS = 180
"""The corners of the coast, each in its direction from the middle."""
BAY = 3
"""Bays are at least this many directions wide on both sides, so that there are no clefts."""


def shore(layout: Layout) -> list[Point]:
    """The ring of the coast, with all cities inside."""
    left, top, width, height = layout.frame
    middle = complex(left + width / 2, top + height / 2)
    land = [city.at for city in layout.cities.values()]
    land += [slab.middle for line in layout.lines if line.length < SEA_ROUTE for slab in line.slabs]
    ways = [cmath.rect(1, 2 * math.pi * n / DIRECTIONS) for n in range(DIRECTIONS)]
    reach = [max(_reach(at - middle, way) for at in land) for way in ways]
    around = range(-BAY, BAY + 1)
    filled = [max(reach[(n + k) % DIRECTIONS] for k in around) for n in range(DIRECTIONS)]
    smooth = [
        sum(filled[(n + k) % DIRECTIONS] for k in around) / len(around) for n in range(DIRECTIONS)
    ]
    coast = [middle + way * (smooth[n] + _wave(n)) for n, way in enumerate(ways)]
    return clip([(at.real, at.imag) for at in coast], layout.frame)


def _reach(at: complex, way: complex) -> float:
    """How far the land round a point reaches in a direction from the middle."""
    turned = at * way.conjugate()
    if abs(turned.imag) > INLAND:
        return 0.0
    return turned.real + math.sqrt(INLAND**2 - turned.imag**2)


def _wave(n: int) -> float:
    """A wave that roughens the coast."""
    return 5 * math.sin(n * 0.9) + 4 * math.sin(n * 0.35 + 1)
