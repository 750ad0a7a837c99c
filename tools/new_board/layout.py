"""Find a place for every city, space and label of a map.

Simulated annealing over city positions, the bend of every route and the corner of every label.
Cities are drawn to their geographic places, spaces want their own length, and nothing may touch
anything else.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable

from tools.new_board.geometry import (
    LENGTH,
    RADIUS,
    WIDTH,
    Box,
    City,
    Line,
    Point,
    Slab,
    bend,
    crosses,
    grown,
    marks,
    overlap,
)

CASED = WIDTH + 5.0
"""The width of a train, which is cased all round."""
HOME_PULL = 0.0042
"""The strength of the pull of cities to their geographic places."""


class Layout:
    """The state of the annealing of a map in its ``frame``."""

    def __init__(
        self, frame: Box, homes: dict[str, Point], names: dict[str, str], lines: list[Line]
    ) -> None:
        self.frame = frame
        self.cities = {
            key: City(key, home, *home, marks(names[key])) for key, home in homes.items()
        }
        self.lines = lines
        self.of_city: dict[str, list[int]] = {key: [] for key in homes}
        for n, line in enumerate(lines):
            self.of_city[line.a].append(n)
            self.of_city[line.b].append(n)
        for n in range(len(lines)):
            self.rebuild(n)

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
            total += 80.0 * sum(
                overlap((*p, LENGTH + 5.0, CASED), slab) for lane in line.spaces for p in lane
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
        total = home * HOME_PULL + city.marks[city.mark].dislike * 4
        for x, y, w, h in (
            city.label(),
            (city.x - RADIUS, city.y - RADIUS, 2 * RADIUS, 2 * RADIUS),
        ):
            total += self._outside(x, y, x + w, y + h, 12)
        return total

    def line_alone(self, line: Line) -> float:
        return line.strain + self._outside(*line.box, 4)

    def _outside(self, left: float, top: float, right: float, bottom: float, edge: int) -> float:
        """The energy of a box that reaches beyond the frame, or nearer to it than ``edge``."""
        x, y, width, height = self.frame
        lacks = (
            x + edge - left,
            y + edge - top,
            right - x - width + edge,
            bottom - y - height + edge,
        )
        return sum(lack * lack * 2.0 for lack in lacks if lack > 0)

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

    def slabs(self) -> tuple[list[Slab], list[Slab]]:
        """The rectangles of all spaces, and those of all names."""
        spaces = [(*p, LENGTH, WIDTH) for line in self.lines for lane in line.spaces for p in lane]
        names = []
        for city in self.cities.values():
            left, top, width, height = city.label()
            names.append((left + width / 2, top + height / 2, 0.0, width, height))
        return spaces, names

    def touching(self) -> int:
        """Count what overlaps; the energy knows spaces as rows of discs only."""
        spaces, names = self.slabs()
        return (
            sum(overlap(one, two) for n, one in enumerate(spaces) for two in spaces[:n])
            + sum(overlap(one, two) for n, one in enumerate(names) for two in names[:n])
            + sum(overlap(grown(p, 5.0, 5.0), name) for p in spaces for name in names)
        )

    # The moves.

    def anneal(
        self,
        chance: random.Random,
        steps: int,
        hot: float = 60.0,
        reach: float = 22.0,
        tell: Callable[[float], None] = lambda done: None,
    ) -> None:
        """Move cities, bend lines and turn labels until little is left to gain.

        ``tell`` hears now and then which part of the steps is done.
        """
        keys = list(self.cities)
        for step in range(steps):
            if step % 400 == 0:
                tell(step / steps)
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
