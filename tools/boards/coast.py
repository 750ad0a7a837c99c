"""The land behind a board: Natural Earth (public domain) from the npm package ``world-atlas``, or
outlines drawn by hand (``land.json``).

The shapes go through the same projection as the cities and are then warped by the way the cities
have moved, so that a harbour stays on its coast.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Callable, Iterable
from itertools import pairwise
from pathlib import Path
from typing import Any

from tools.boards.framing import Box, MapFrame, Point
from tools.boards.layout import Layout

Place = Callable[[float, float], Point]
REACH = 58.0
"""The distance, in units of the picture, within which a moved city moves the land."""
WATERS = json.loads(Path(__file__).with_name("waters.json").read_text())
"""Outlines that the countries of Natural Earth lack, by board and panel: lakes, central Tokyo."""
LAND = json.loads(Path(__file__).with_name("land.json").read_text(encoding="utf-8"))
"""Land, home and borders of the boards that need no atlas, by board and panel, drawn by hand."""
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


class Atlas:
    """A TopoJSON file; its arcs are projected, warped and simplified once, so borders meet."""

    def __init__(self, file: Path, place: Place, layout: Layout, plan: MapFrame) -> None:
        self.raw: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
        (kx, ky), (ox, oy) = (self.raw["transform"][name] for name in ("scale", "translate"))
        globe = [layout.panel.globe.get(key, plan.globe[key]) for key in layout.cities]
        south, north = min(p[0] for p in globe) - 45, min(84.0, max(p[0] for p in globe) + 14)
        west, east = min(p[1] for p in globe) - 24, max(p[1] for p in globe) + 24
        self.frame = layout.panel.frame
        moved = warp(layout)
        left, top, width, height = self.frame
        self.arcs: list[list[Point]] = []
        for arc in self.raw["arcs"]:
            x = y = 0
            globe_line: list[Point] = []
            for dx, dy in arc:
                x, y = x + dx, y + dy
                lon = min(east, max(west, x * kx + ox))
                lat = min(north, max(south, y * ky + oy))
                if not globe_line or globe_line[-1] != (lat, lon):
                    globe_line.append((lat, lon))
            line = [place(*point) for point in globe_line]
            near = any(
                left - 80 < px < left + width + 80 and top - 80 < py < top + height + 80
                for px, py in line
            )
            line = [moved(point) for point in line] if near else line
            self.arcs.append(simplify(line, plan.atlas_detail if near else 6.0))

    def ring(self, arcs: list[int]) -> list[Point]:
        """Join arcs to a ring; a negative number means the arc backwards."""
        points: list[Point] = []
        for n in arcs:
            line = self.arcs[n] if n >= 0 else self.arcs[~n][::-1]
            points += line if not points else line[1:]
        return points

    def rings(self, geometries: list[dict[str, Any]], smallest: float) -> list[list[Point]]:
        """The rings of shapes, cut to the frame, without the specks."""
        found = []
        for shape in geometries:
            polygons = shape["arcs"] if shape["type"] == "MultiPolygon" else [shape["arcs"]]
            for polygon in polygons:
                for arcs in polygon:
                    ring = clip(self.ring(arcs), self.frame)
                    if len(ring) > 2 and area(ring) > smallest:
                        found.append(ring)
        return found

    def countries(self) -> list[dict[str, Any]]:
        shapes: list[dict[str, Any]] = self.raw["objects"]["countries"]["geometries"]
        return shapes

    def borders(self) -> list[list[Point]]:
        """The lines that two countries share, inside the frame."""
        uses: Counter[int] = Counter()
        for shape in self.countries():
            polygons = shape["arcs"] if shape["type"] == "MultiPolygon" else [shape["arcs"]]
            uses.update(
                n if n >= 0 else ~n for polygon in polygons for ring in polygon for n in ring
            )
        left, top, width, height = self.frame
        found = []
        for n, count in uses.items():
            if count < 2:
                continue
            piece: list[Point] = []
            for x, y in self.arcs[n]:
                if left < x < left + width and top < y < top + height:
                    piece.append((x, y))
                else:
                    if len(piece) > 1:
                        found.append(piece)
                    piece = []
            if len(piece) > 1:
                found.append(piece)
        return found


def shapes(file: Path, place: Place, layout: Layout, plan: MapFrame) -> list[tuple[str, str]]:
    """The shapes behind one panel as (kind, SVG path): land, home, border."""
    atlas = Atlas(file, place, layout, plan)
    found = [("land", path(atlas.rings(atlas.raw["objects"]["land"]["geometries"], 25.0)))]
    if plan.countries:
        own = [c for c in atlas.countries() if c["properties"]["name"] in plan.countries]
        found.append(("home", path(atlas.rings(own, 25.0))))
    found.append(("border", path(atlas.borders(), closed=False)))
    return [(kind, text) for kind, text in found if text]


def drawn(board: str, panel: str, place: Place, layout: Layout) -> list[tuple[str, str]]:
    """The outlines of land.json and waters.json for one panel, as shapes."""
    moved = warp(layout)
    found = []
    for outline in (*LAND.get(board, {}).get(panel, ()), *WATERS.get(board, {}).get(panel, ())):
        closed = outline["kind"] not in LINES
        globe = outline["points"]
        if board in LAND:
            globe = rounded(globe, closed=closed)
        line = [moved(place(*point)) for point in globe]
        line = clip(line, layout.panel.frame) if closed else within(line, layout.panel.frame)
        if len(line) > 1:
            found.append((outline["kind"], path([line], closed=closed)))
    return found
