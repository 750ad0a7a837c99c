"""Land for a map that has no outlines: what lies near its cities and routes, with a rough coast.

A field of distances is cut at one height (marching squares), so land, bays and lakes follow from
the network alone, and every city lies on land.
"""

from __future__ import annotations

import math

from tools.new_board.geometry import Point
from tools.new_board.layout import Layout
from tools.new_board.outlines import area, clip, rounded, simplify

CELL = 12.0
"""The width of a cell of the field, in units of the picture."""
INLAND, AT_SEA = 46.0, 16.0
"""How far land reaches round a city or a route of land, and round the middle of a sea route."""
SEA_ROUTE = 4
"""Routes of this many spaces on the rim of the map may be bridges over water."""
SMALLEST_LAKE, SMALLEST_ISLAND = 3600.0, 2000.0
"""In square units of the picture."""

Segment = tuple[tuple[int, int, int], tuple[int, int, int]]


def shore(layout: Layout, *, wet: bool) -> list[list[Point]]:
    """The rings of a map: its islands, or the lakes in them."""
    left, top, width, height = layout.frame
    wide, high = math.ceil(width / CELL) + 9, math.ceil(height / CELL) + 9
    ox, oy = left - 4 * CELL, top - 4 * CELL
    discs = list(_discs(layout))
    field = [
        [_height(ox + x * CELL, oy + y * CELL, discs) for x in range(wide)] for y in range(high)
    ]
    for y in range(high):
        for x in range(wide):
            if x in (0, wide - 1) or y in (0, high - 1):
                field[y][x] = -1.0
    found = []
    for ring in _rings(field):
        line = [(ox + x * CELL, oy + y * CELL) for x, y in ring]
        line = rounded(simplify([*line, line[0]], 4.0)[:-1], closed=True)
        turn = sum(
            ax * by - bx * ay for (ax, ay), (bx, by) in zip(line, [*line[1:], line[0]], strict=True)
        )
        line = clip(line, layout.frame)
        if len(line) < 3:
            continue
        if (turn > 0) == wet and area(line) > (SMALLEST_LAKE if wet else SMALLEST_ISLAND):
            found.append(line)
    return found


def _discs(layout: Layout) -> list[tuple[float, float, float]]:
    """Discs of land: round cities, their names, and the spaces of routes."""
    found = [(city.x, city.y, INLAND) for city in layout.cities.values()]
    xs = [city.x for city in layout.cities.values()]
    ys = [city.y for city in layout.cities.values()]
    middle = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    reach = max(max(xs) - min(xs), max(ys) - min(ys)) / 2 or 1.0
    for line in layout.lines:
        spaces = [space for lane in line.spaces for space in lane]
        cx = sum(space[0] for space in spaces) / len(spaces)
        cy = sum(space[1] for space in spaces) / len(spaces)
        outer = math.hypot(cx - middle[0], cy - middle[1]) / reach
        if line.length >= SEA_ROUTE and outer > 0.55:
            ends = (layout.cities[line.a], layout.cities[line.b])
            spaces = [s for s in spaces if any(math.dist(s[:2], (e.x, e.y)) < 46 for e in ends)]
            found += [(x, y, AT_SEA) for x, y, _ in spaces]
        else:
            found += [(x, y, INLAND - 10) for x, y, _ in spaces]
    return found


def _height(x: float, y: float, discs: list[tuple[float, float, float]]) -> float:
    """How far a point lies inside the land, below 0 outside; a slow wave roughens the coast."""
    wave = 7 * math.sin(x / 23 + 1.7 * math.sin(y / 31)) + 6 * math.sin(y / 19 + x / 47)
    return max(r - math.hypot(x - dx, y - dy) for dx, dy, r in discs) + wave


def _rings(field: list[list[float]]) -> list[list[Point]]:
    """The closed lines at height 0, land on their left hand on the screen."""
    cells = [(x, y) for y in range(len(field) - 1) for x in range(len(field[0]) - 1)]
    after = dict(segment for x, y in cells for segment in _segments(field, x, y))
    rings = []
    while after:
        first, at = after.popitem()
        ring = [first]
        while at != first:
            ring.append(at)
            at = after.pop(at)
        rings.append([_point(field, edge) for edge in ring])
    return rings


def _segments(field: list[list[float]], x: int, y: int) -> list[Segment]:
    """The pieces of the line in a cell, from edge to edge: 0 leads right, 1 leads down."""
    corners = [field[y][x], field[y][x + 1], field[y + 1][x + 1], field[y + 1][x]]
    edges = [(x, y, 0), (x + 1, y, 1), (x, y + 1, 0), (x, y, 1)]
    wet = [height <= 0 for height in corners]
    leave = [edges[n] for n in range(4) if not wet[n] and wet[(n + 1) % 4]]
    enter = [edges[n] for n in range(4) if wet[n] and not wet[(n + 1) % 4]]
    if len(leave) == 2 and edges.index(enter[0]) > edges.index(leave[0]):
        enter.reverse()
    return list(zip(enter, leave, strict=True))


def _point(field: list[list[float]], edge: tuple[int, int, int]) -> Point:
    x, y, down = edge
    one = field[y][x]
    two = field[y + 1][x] if down else field[y][x + 1]
    part = one / (one - two)
    return (x, y + part) if down else (x + part, y)
