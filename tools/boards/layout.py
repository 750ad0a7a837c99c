"""Finds a place for every city, space and label of one panel.

Simulated annealing over city positions, the bend of every route and the corner of every label.
Cities long for their geography, spaces want their own length, and nothing may touch anything else.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from tools.boards.framing import Box, Panel, Point

LENGTH, WIDTH = 30.0, 14.0
RADIUS = 10.0
TWIN = WIDTH + 3.0
PITCH = LENGTH + 3.0
CLEAR = RADIUS + LENGTH / 2 + 4.0
FONT = 19.0
LEADING = 18.0
CAP = 14.0
Place = tuple[float, float, Point]
"""Where a city and its label stand."""
SAMPLES = 24


@dataclass
class Line:
    """All tracks of one group: a bent band of parallel lines of spaces."""

    ids: list[str]
    a: str
    b: str
    length: int
    bow: float = 0.0
    skew: float = 0.0
    spaces: list[list[tuple[float, float, float]]] = field(default_factory=list)
    discs: list[tuple[float, float]] = field(default_factory=list)
    path: list[Point] = field(default_factory=list)
    box: tuple[float, float, float, float] = (0, 0, 0, 0)
    strain: float = 0.0


@dataclass
class Mark:
    """A label corner: lines of text, the anchor and the offset of its box from the city."""

    lines: tuple[str, ...]
    anchor: str
    dx: float
    dy: float
    width: float
    height: float
    dislike: float


@dataclass
class City:
    key: str
    home: Point
    x: float
    y: float
    marks: list[Mark]
    mark: int = 0

    def anchor_of(self, n: int) -> Point:
        """The point from which a label corner's first line is written."""
        mark = self.marks[n]
        x = {"start": 0.0, "middle": mark.width / 2, "end": mark.width}[mark.anchor]
        return self.x + mark.dx + x, self.y + mark.dy + CAP - 0.5

    def label(self) -> Box:
        """The box of the label."""
        mark = self.marks[self.mark]
        return self.x + mark.dx, self.y + mark.dy, mark.width, mark.height


def marks(name: str, widths: dict[str, float]) -> list[Mark]:
    """The label corners of a city, best liked first: right, left, above, below, diagonals."""
    choices: list[tuple[str, ...]] = [(name,)]
    if " " in name:
        words = name.split()
        cut = min(
            range(1, len(words)),
            key=lambda n: abs(len(" ".join(words[:n])) - len(" ".join(words[n:]))),
        )
        choices.append((" ".join(words[:cut]), " ".join(words[cut:])))
    elif "-" in name:
        head, tail = name.split("-", 1)
        choices.append((head + "-", tail))
    found = []
    for lines in choices:
        width = max(widths[line] for line in lines)
        height = CAP + LEADING * (len(lines) - 1)
        gap = RADIUS + 4.0
        slant = RADIUS * 0.72 + 2.5
        extra = 0.6 * (len(lines) - 1)
        for anchor, dx, dy, dislike in (
            ("start", gap, -height / 2, 0.0),
            ("end", -gap - width, -height / 2, 0.2),
            ("middle", -width / 2, -gap - height, 0.2),
            ("middle", -width / 2, gap, 0.2),
            ("start", slant, -slant - height, 0.5),
            ("start", slant, slant, 0.5),
            ("end", -slant - width, -slant - height, 0.6),
            ("end", -slant - width, slant, 0.6),
            ("start", -RADIUS, -gap - height, 0.4),
            ("start", -RADIUS, gap, 0.4),
            ("end", RADIUS - width, -gap - height, 0.5),
            ("end", RADIUS - width, gap, 0.5),
        ):
            found.append(Mark(lines, anchor, dx, dy, width, height, dislike + extra))
    return found


def bend(line: Line, a: City, b: City) -> None:
    """Lay the spaces of a line along its curve and note how far they had to be squeezed."""
    ax, ay, bx, by = a.x, a.y, b.x, b.y
    dx, dy = bx - ax, by - ay
    chord = math.hypot(dx, dy) or 1.0
    nx, ny = -dy / chord, dx / chord
    cx = (ax + bx) / 2 + nx * 2 * line.bow + dx * line.skew
    cy = (ay + by) / 2 + ny * 2 * line.bow + dy * line.skew
    points = []
    for n in range(SAMPLES + 1):
        t = n / SAMPLES
        u = 1 - t
        points.append(
            (u * u * ax + 2 * u * t * cx + t * t * bx, u * u * ay + 2 * u * t * cy + t * t * by)
        )
    lengths = [0.0]
    for (px, py), (qx, qy) in pairwise(points):
        lengths.append(lengths[-1] + math.hypot(qx - px, qy - py))
    total = lengths[-1]
    n = line.length
    tracks = len(line.ids)
    clear = CLEAR if tracks != 2 else CLEAR - 2.5
    room = total - 2 * clear
    need = (n - 1) * PITCH
    strain = max(0.0, need - room) ** 2 * 0.6
    spare = (room - need) / (n + 1)
    pitch = PITCH + min(spare, 12.0)
    if n > 1:
        pitch = min(pitch, room / (n - 1))
    strain += max(0.0, spare - 2.0) ** 2 * 0.05 * (n + 1)
    start = total / 2 - pitch * (n - 1) / 2
    half = LENGTH / 2 - WIDTH / 2
    line.spaces = [[] for _ in range(tracks)]
    line.discs = []
    line.path = [(ax, ay)]
    step = 0
    for k in range(n):
        want = min(max(start + k * pitch, 0.0), total - 0.001)
        while step < SAMPLES - 1 and lengths[step + 1] < want:
            step += 1
        (px, py), (qx, qy) = points[step], points[step + 1]
        span = lengths[step + 1] - lengths[step] or 1.0
        f = (want - lengths[step]) / span
        x, y = px + (qx - px) * f, py + (qy - py) * f
        # The tangent of the curve itself, not of the chord between samples.
        t = (step + f) / SAMPLES
        tx = 2 * (1 - t) * (cx - ax) + 2 * t * (bx - cx)
        ty = 2 * (1 - t) * (cy - ay) + 2 * t * (by - cy)
        size = math.hypot(tx, ty) or 1.0
        tx, ty = tx / size, ty / size
        line.path.append((x, y))
        for i in range(tracks):
            off = (i - (tracks - 1) / 2) * TWIN
            sx, sy = x - ty * off, y + tx * off
            line.spaces[i].append((sx, sy, math.atan2(ty, tx)))
            line.discs.append((sx, sy))
            line.discs.append((sx + tx * half, sy + ty * half))
            line.discs.append((sx - tx * half, sy - ty * half))
    line.path.append((bx, by))
    # On the inner side of a bend the spaces of a double draw together.
    for lane in line.spaces:
        for one, two in pairwise(lane):
            turn = abs(math.sin((one[2] - two[2]) / 2))
            lack = LENGTH + WIDTH * turn + 2.0 - math.hypot(one[0] - two[0], one[1] - two[1])
            if lack > 0:
                strain += lack * lack * 12.0
    xs = [p[0] for p in line.discs]
    ys = [p[1] for p in line.discs]
    line.box = (min(xs) - 12, min(ys) - 12, max(xs) + 12, max(ys) + 12)
    line.strain = strain + line.bow**2 * 0.004 + (line.bow / chord * 9) ** 2 + (line.skew * 12) ** 2


def crosses(p: list[Point], q: list[Point]) -> int:
    """Count the crossings of two polylines."""
    found = 0
    for (ax, ay), (bx, by) in pairwise(p):
        for (cx, cy), (dx, dy) in pairwise(q):
            one = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
            two = (bx - ax) * (dy - ay) - (by - ay) * (dx - ax)
            three = (dx - cx) * (ay - cy) - (dy - cy) * (ax - cx)
            four = (dx - cx) * (by - cy) - (dy - cy) * (bx - cx)
            found += one * two < 0 and three * four < 0
    return found


Slab = tuple[float, float, float, float, float]
"""A rectangle: middle, angle, length and width."""


def overlap(one: Slab, two: Slab) -> bool:
    """Whether two rectangles overlap or come within half a unit (separating axes)."""
    for angle in (one[2], one[2] + math.pi / 2, two[2], two[2] + math.pi / 2):
        reach = 0.5
        for slab in (one, two):
            turn = slab[2] - angle
            reach += abs(math.cos(turn)) * slab[3] / 2 + abs(math.sin(turn)) * slab[4] / 2
        apart = (one[0] - two[0]) * math.cos(angle) + (one[1] - two[1]) * math.sin(angle)
        if abs(apart) >= reach:
            return False
    return True


class Layout:
    """The state of the annealing of one panel."""

    def __init__(
        self,
        panel: Panel,
        homes: dict[str, Point],
        names: dict[str, str],
        lines: list[Line],
        widths: dict[str, float],
    ) -> None:
        self.panel = panel
        self.cities = {
            key: City(key, home, *home, marks(names[key], widths)) for key, home in homes.items()
        }
        self.lines = lines
        self.of_city: dict[str, list[int]] = {key: [] for key in homes}
        for n, line in enumerate(lines):
            self.of_city[line.a].append(n)
            self.of_city[line.b].append(n)
        self.bend_all()

    def bend_all(self) -> None:
        for line in self.lines:
            bend(line, self.cities[line.a], self.cities[line.b])

    # The energy, term by term.

    def line_line(self, one: Line, two: Line) -> float:
        a, b = one.box, two.box
        if a[0] > b[2] or b[0] > a[2] or a[1] > b[3] or b[1] > a[3]:
            return 0.0
        total = 0.0
        reach = WIDTH + 5.5
        square = reach * reach
        discs = [p for p in two.discs if a[0] - 8 < p[0] < a[2] + 8 and a[1] - 8 < p[1] < a[3] + 8]
        for px, py in one.discs:
            for qx, qy in discs:
                d = (px - qx) ** 2 + (py - qy) ** 2
                if d < square:
                    total += (reach - math.sqrt(d)) ** 2 * 1.8
        if total:
            # The discs leave out the corners.
            total += 15.0 * sum(
                overlap((*p, LENGTH, WIDTH), (*q, LENGTH, WIDTH))
                for lane in one.spaces
                for p in lane
                for other in two.spaces
                for q in other
                if abs(p[0] - q[0]) < LENGTH + 4 and abs(p[1] - q[1]) < LENGTH + 4
            )
        return total + 60.0 * crosses(one.path, two.path)

    def line_city(self, line: Line, city: City) -> float:
        a = line.box
        total = 0.0
        mine = city.key in (line.a, line.b)
        reach = RADIUS + WIDTH / 2 + (3.0 if mine else 7.0)
        if a[0] - 20 < city.x < a[2] + 20 and a[1] - 20 < city.y < a[3] + 20:
            for px, py in line.discs:
                d = (px - city.x) ** 2 + (py - city.y) ** 2
                if d < reach * reach:
                    total += (reach - math.sqrt(d)) ** 2 * 2.0
        left, top, width, height = city.label()
        right, bottom = left + width, top + height
        if left < a[2] + 4 and right > a[0] - 4 and top < a[3] + 4 and bottom > a[1] - 4:
            reach = WIDTH / 2 + 4.5
            for px, py in line.discs:
                dx = left - px if px < left else px - right if px > right else 0.0
                dy = top - py if py < top else py - bottom if py > bottom else 0.0
                d = dx * dx + dy * dy
                if d < reach * reach:
                    lack = reach - math.sqrt(d)
                    if d == 0.0:
                        lack += min(px - left, right - px, py - top, bottom - py)
                    total += lack * lack * 1.2
            slab = ((left + right) / 2, (top + bottom) / 2, 0.0, width, height)
            total += 15.0 * sum(
                overlap((*p, LENGTH, WIDTH), slab) for lane in line.spaces for p in lane
            )
        return total

    def city_city(self, one: City, two: City) -> float:
        dx, dy = one.x - two.x, one.y - two.y
        d = math.hypot(dx, dy)
        if d > 260:
            return 0.0
        total = 0.0
        if d < 48:
            total += (48 - d) ** 2 * 2.0
        a, b = one.label(), two.label()
        wide = min(a[0] + a[2], b[0] + b[2]) - max(a[0], b[0]) + 6
        high = min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1]) + 5
        if wide > 0 and high > 0:
            total += min(wide, high) ** 2 * 1.5
        for (left, top, width, height), city in ((a, two), (b, one)):
            ex = max(left - city.x, 0.0, city.x - left - width)
            ey = max(top - city.y, 0.0, city.y - top - height)
            lack = RADIUS + 4 - math.hypot(ex, ey)
            if lack > 0:
                total += lack * lack * 2.0
        return total

    def alone(self, city: City) -> float:
        home = (city.x - city.home[0]) ** 2 + (city.y - city.home[1]) ** 2
        total = home * 0.007 * self.panel.homesick + city.marks[city.mark].dislike * 4
        left, top, width, height = self.panel.frame
        boxes = [city.label(), (city.x - RADIUS, city.y - RADIUS, 2 * RADIUS, 2 * RADIUS)]
        for x, y, w, h in boxes:
            for lack in (
                left + 12 - x,
                top + 12 - y,
                x + w - left - width + 12,
                y + h - top - height + 12,
            ):
                if lack > 0:
                    total += lack * lack * 2.0
            for kx, ky, kw, kh in self.panel.keep_out:
                lack = min(x + w - kx, kx + kw - x, y + h - ky, ky + kh - y) + 8
                if lack > 0:
                    total += lack * lack * 2.0
        return total

    def line_alone(self, line: Line) -> float:
        total = line.strain
        left, top, width, height = self.panel.frame
        a = line.box
        for lack in (
            left + 4 - a[0],
            top + 4 - a[1],
            a[2] - left - width + 4,
            a[3] - top - height + 4,
        ):
            if lack > 0:
                total += lack * lack * 2.0
        for kx, ky, kw, kh in self.panel.keep_out:
            for px, py in line.discs:
                lack = min(px - kx, kx + kw - px, py - ky, ky + kh - py) + WIDTH / 2 + 4
                if lack > 0:
                    total += lack * lack * 0.5
        return total

    def local(self, lines: list[int], cities: list[str]) -> float:
        """The energy of everything that these lines and cities take part in."""
        total = 0.0
        moved = set(lines)
        own = set(cities)
        for n in lines:
            line = self.lines[n]
            total += self.line_alone(line)
            for m, other in enumerate(self.lines):
                if m != n and (m not in moved or m > n):
                    total += self.line_line(line, other)
            for city in self.cities.values():
                total += self.line_city(line, city)
        for key in cities:
            city = self.cities[key]
            total += self.alone(city)
            for m, line in enumerate(self.lines):
                if m not in moved:
                    total += self.line_city(line, city)
            for other_key, other_city in self.cities.items():
                if other_key != key and (other_key not in own or other_key > key):
                    total += self.city_city(city, other_city)
        return total

    def energy(self) -> float:
        return self.local(list(range(len(self.lines))), list(self.cities))

    def touching(self) -> int:
        """Count what overlaps; the energy knows spaces as rows of discs only."""
        slabs: list[Slab] = [
            (*space, LENGTH, WIDTH) for line in self.lines for lane in line.spaces for space in lane
        ]
        for city in self.cities.values():
            left, top, width, height = city.label()
            slabs.append((left + width / 2, top + height / 2, 0.0, width, height))
        return sum(overlap(one, two) for n, one in enumerate(slabs) for two in slabs[:n])

    def resume(self, places: dict[str, Place], tracks: dict[str, list[Point]]) -> None:
        """Take up the positions of a map drawn before, and bends the lines to its spaces."""
        for key, (x, y, label) in places.items():
            city = self.cities[key]
            city.x, city.y = x, y
            corners = [math.dist(city.anchor_of(n), label) for n in range(len(city.marks))]
            city.mark = corners.index(min(corners))
        for line in self.lines:
            want = [tracks[key] for key in line.ids]

            def miss(bow: float, skew: float, line: Line = line, want: Any = want) -> float:
                line.bow, line.skew = bow, skew
                bend(line, self.cities[line.a], self.cities[line.b])
                return sum(
                    math.dist(space[:2], point)
                    for lane, points in zip(line.spaces, want, strict=True)
                    for space, point in zip(lane, points, strict=True)
                )

            best = min((miss(bow, 0.0), bow, 0.0) for bow in range(-120, 121, 4))
            for size in (2.0, 1.0, 0.5, 0.25):
                for _ in range(8):
                    _, bow, skew = best
                    near = [
                        (bow + i * size, skew + j * size / 40)
                        for i in (-1, 0, 1)
                        for j in (-1, 0, 1)
                    ]
                    best = min(best, *((miss(*pair), *pair) for pair in near))
            miss(best[1], best[2])

    # The moves.

    def anneal(
        self, chance: random.Random, steps: int, hot: float = 60.0, reach: float = 22.0
    ) -> None:
        """Move cities, bends lines and turns labels until little is left to gain."""
        keys = list(self.cities)
        for step in range(steps):
            done = step / steps
            heat = hot * (0.0005**done)
            size = reach * (1 - done) ** 1.5 + 0.7
            roll = chance.random()
            if roll < 0.45:
                self.shift(chance.choice(keys), chance, size, heat)
            elif roll < 0.8:
                self.rebend(chance.randrange(len(self.lines)), chance, size, heat)
            else:
                self.relabel(chance.choice(keys), chance, heat)

    def accept(self, before: float, after: float, heat: float, chance: random.Random) -> bool:
        return after <= before or chance.random() < math.exp((before - after) / heat)

    def shift(self, key: str, chance: random.Random, size: float, heat: float) -> None:
        city = self.cities[key]
        lines = self.of_city[key]
        before = self.local(lines, [key])
        old = city.x, city.y
        city.x += chance.gauss(0, size)
        city.y += chance.gauss(0, size)
        for n in lines:
            self.rebuild(n)
        if not self.accept(before, self.local(lines, [key]), heat, chance):
            city.x, city.y = old
            for n in lines:
                self.rebuild(n)

    def rebuild(self, n: int) -> None:
        line = self.lines[n]
        bend(line, self.cities[line.a], self.cities[line.b])

    def rebend(self, n: int, chance: random.Random, size: float, heat: float) -> None:
        line = self.lines[n]
        before = self.local([n], [])
        old = line.bow, line.skew
        line.bow += chance.gauss(0, size)
        if chance.random() < 0.3:
            line.skew = min(0.3, max(-0.3, line.skew + chance.gauss(0, size / 150)))
        self.rebuild(n)
        if not self.accept(before, self.local([n], []), heat, chance):
            line.bow, line.skew = old
            self.rebuild(n)

    def relabel(self, key: str, chance: random.Random, heat: float) -> None:
        city = self.cities[key]
        before = self.local([], [key])
        old = city.mark
        city.mark = chance.randrange(len(city.marks))
        if not self.accept(before, self.local([], [key]), heat, chance):
            city.mark = old
