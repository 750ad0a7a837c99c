"""Mountains in relief: peaks along ridges, hatched on the side of the shadow.

The ridges are lines of ``mountains.json``, drawn by hand from their latitudes and longitudes.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from tools.boards.framing import Point
from tools.boards.geometry import LENGTH, RADIUS, WIDTH, Slab, overlap
from tools.boards.layout import Layout

RIDGES = json.loads(Path(__file__).with_name("mountains.json").read_text(encoding="utf-8"))
STEP = 8.0
"""From one try to the next along a ridge, in units of the picture."""
CLEAR = 3.0
"""The room between a peak and a space, a city or a name."""


@dataclass(frozen=True)
class Peak:
    """The middle of a peak's foot, half of its width, its height."""

    x: float
    y: float
    half: float
    high: float

    def slab(self, room: float = 0.0) -> Slab:
        return (self.x, self.y - self.high / 2, 0.0, 2 * (self.half + room), self.high + 2 * room)

    def path(self) -> str:
        """Both slopes, and hatching down the right one."""
        x, y, half, high = round(self.x), round(self.y), round(self.half), round(self.high)
        third = round(half / 3)
        hatches = "".join(
            f"M{x + third * n} {y - high + round(high / half * third * n)}"
            f"l{-round(third / 2)} {round((high - high / half * third * n) * (0.5 + 0.2 * n))}"
            for n in (0, 1, 2)
        )
        return f"M{x - half} {y}l{half} {-high} {half} {high}{hatches}".replace(" -", "-")


def relief(board: str, panel: str, place: Callable[[Point], Point], layout: Layout) -> str:
    """The peaks of all ridges of a panel, as the data of a path of lines."""
    solid = _solid(layout)
    peaks: list[Peak] = []
    for ridge in RIDGES.get(board, {}).get(panel, ()):
        line = [place((lat, lon)) for lat, lon in ridge["points"]]
        for peak in _peaks(line):
            if _is_free(peak, solid, layout):
                peaks.append(peak)
                solid.append(peak.slab(-1.5))
    return "".join(peak.path() for peak in sorted(peaks, key=lambda peak: peak.y))


def _peaks(line: list[Point]) -> list[Peak]:
    """Peaks to try along a line, none quite like the next: the high ones first."""
    total = sum(math.dist(a, b) for a, b in pairwise(line))
    count = max(1, round(total / STEP))
    found = []
    for n in range(count + 1):
        x, y = _at(line, total * n / count)
        wave = math.sin(n * 1.9 + len(line))
        high = 12.5 + 3.5 * wave
        found.append(Peak(x + 2.5 * math.sin(n * 4.1), y + high / 2, high * 0.72, high))
    return sorted(found, key=lambda peak: -peak.high)


def _at(line: list[Point], length: float) -> Point:
    """The point after so much of a line."""
    for (ax, ay), (bx, by) in pairwise(line):
        size = math.hypot(bx - ax, by - ay)
        if length <= size:
            part = length / size
            return ax + (bx - ax) * part, ay + (by - ay) * part
        length -= size
    return line[-1]


def _solid(layout: Layout) -> list[Slab]:
    slabs: list[Slab] = [
        (*space, LENGTH + 2 * CLEAR, WIDTH + 2 * CLEAR)
        for line in layout.lines
        for lane in line.spaces
        for space in lane
    ]
    for city in layout.cities.values():
        size = 2 * (RADIUS + CLEAR)
        slabs.append((city.x, city.y, 0.0, size, size))
        left, top, width, height = city.label()
        middle = left + width / 2, top + height / 2
        slabs.append((*middle, 0.0, width + 2 * CLEAR, height + 2 * CLEAR))
    return slabs


def _is_free(peak: Peak, solid: list[Slab], layout: Layout) -> bool:
    left, top, width, height = layout.panel.frame
    slab = peak.slab()
    reach = 20
    if not (
        left + reach < peak.x < left + width - reach and top + reach < peak.y < top + height - reach
    ):
        return False
    for x, y, wide, high in layout.panel.keep_out:
        if x - reach < peak.x < x + wide + reach and y - reach < peak.y < y + high + reach:
            return False
    return not any(
        abs(slab[0] - other[0]) < 90 and abs(slab[1] - other[1]) < 60 and overlap(slab, other)
        for other in solid
    )
