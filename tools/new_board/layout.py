"""Find a place for every city, space and name of a map by simulated annealing.

Cities are drawn to their geographic places, spaces want their own length, and nothing may come too
near to anything else. Points are complex numbers, x to the right and y down.
"""

from __future__ import annotations

import math
import random
from bisect import bisect
from dataclasses import dataclass, field
from itertools import accumulate, combinations, pairwise, product
from statistics import median
from textwrap import wrap

from games.drawing.geometry import text_width
from tools.new_board.facts import Facts, slug
from tools.new_board.geometry import Box, Slab, lack, stretch
from tools.new_board.projection import equal_area, frame_round
from tools.new_board.rows import Table

LENGTH, WIDTH = 30.0, 14.0
"""Of a space."""
RADIUS = 10.0
"""Of a city."""
FONT, LEADING, CAPITAL = 19.0, 18.0, 14.0
"""The size of names, the distance of their lines, and the height of their capitals."""
PITCH = LENGTH + 3.0
"""From the middle of a space to that of the next one of its track."""
TWIN = WIDTH + 3.0
"""From the middle of a space to that of the one beside it."""
CLEAR = RADIUS + LENGTH / 2 + 4.0
"""From the middle of a city to that of the nearest space."""
OF_SPACE, OF_NAME, OF_CITY = 2.75, 3.25, RADIUS + 1.0
"""The margins; a city is nothing but margin round its middle."""
SPARE = 3.5
"""So much of their margins two things may lack before they count as touching."""
EDGE = 8.0
"""How near things may come to the frame."""
BORDER = 20
"""The width of the border round the frame."""
MARGIN = (75, 50)
"""From the frame to the outermost cities, beside and above."""
LEAST, MOST = (710, 470), (1070, 980)
"""How far the outermost cities are apart, from left to right and from top to bottom."""
HOME_PULL = 0.0042
"""The strength of the pull of cities to their geographic places."""
SAMPLES = 24
"""The parts of a bent line by which its length is measured."""


@dataclass(frozen=True)
class Label:
    """A way to write a name beside its city: its middle from there, and its size."""

    lines: tuple[str, ...]
    anchor: str
    offset: complex
    width: float
    height: float
    dislike: float


def labels(name: str) -> list[Label]:
    """The ways to write a name, on one line or two and on all sides of its city."""
    broken = next(
        lines
        for width in range(1, len(name) + 1)
        if len(lines := tuple(wrap(name, width, break_long_words=False))) <= 2
    )
    found = []
    for lines in dict.fromkeys([(name,), broken]):
        width = max(map(text_width, lines)) * FONT
        height = CAPITAL + LEADING * (len(lines) - 1)
        beside = RADIUS + 4.0 + width / 2
        above = 1j * (RADIUS + 4.0 + height / 2)
        slant = complex(width / 2, height / 2) + (1 + 1j) * (RADIUS * 0.72 + 2.5)
        flush = width / 2 - RADIUS
        for anchor, offset, dislike in (
            ("start", beside, 0.0),
            ("end", -beside, 0.8),
            ("middle", -above, 0.8),
            ("middle", above, 0.8),
            ("start", flush - above, 1.6),
            ("start", flush + above, 1.6),
            ("start", slant.conjugate(), 2.0),
            ("start", slant, 2.0),
            ("end", -flush - above, 2.0),
            ("end", -flush + above, 2.0),
            ("end", -slant, 2.4),
            ("end", -slant.conjugate(), 2.4),
        ):
            more = 2.4 * (len(lines) - 1)
            found.append(Label(lines, anchor, offset, width, height, dislike + more))
    return found


@dataclass(eq=False)
class Laid:
    """What lies on the map: its rectangles, and the energy that it has by itself."""

    slabs: list[Slab] = field(init=False, default_factory=list)
    path: list[Slab] = field(init=False, default_factory=list)
    """Of a line, the straight pieces from space to space, which are not to cross others."""
    box: Box = field(init=False, default=(0, 0, 0, 0))
    """Left, top, right and bottom of its rectangles with their margins."""
    strain: float = field(init=False, default=0.0)

    def put(self, slabs: list[Slab], strain: float) -> None:
        self.slabs, self.strain = slabs, strain
        self.box = (
            min(slab.middle.real - slab.wide for slab in slabs),
            min(slab.middle.imag - slab.high for slab in slabs),
            max(slab.middle.real + slab.wide for slab in slabs),
            max(slab.middle.imag + slab.high for slab in slabs),
        )


@dataclass(eq=False)
class City(Laid):
    """A city and its name."""

    key: str
    home: complex
    labels: list[Label]
    at: complex = field(init=False)
    label: Label = field(init=False)

    def __post_init__(self) -> None:
        self.at, self.label = self.home, self.labels[0]

    def change(self, chance: random.Random, size: float) -> None:
        """Move the city, or write its name elsewhere."""
        if chance.random() < 0.7:
            self.at += complex(chance.gauss(0, size), chance.gauss(0, size))
        else:
            self.label = chance.choice(self.labels)

    def lay(self) -> None:
        label = self.label
        name = Slab(self.at + label.offset, 1, label.width / 2, label.height / 2, OF_NAME)
        strain = abs(self.at - self.home) ** 2 * HOME_PULL + label.dislike
        self.put([Slab(self.at, 1, 0.0, 0.0, OF_CITY), name], strain)


@dataclass(eq=False)
class Line(Laid):
    """Parallel tracks of one length: rows of spaces beside each other, bent together."""

    ids: list[str]
    a: City
    b: City
    length: int
    bow: complex = 0j
    """How far the middle of the line is from that of the straight one, along it and beside it."""
    rows: list[list[Slab]] = field(init=False, default_factory=list)

    def change(self, chance: random.Random, size: float) -> None:
        """Bend the line."""
        self.bow += complex(chance.gauss(0, size / 3), chance.gauss(0, size))

    def lay(self) -> None:
        start, end = self.a.at, self.b.at
        chord = abs(end - start) or 1.0
        pull = (start + end) / 2 + 2 * self.bow * (end - start) / chord
        samples = [_on_curve(start, pull, end, n / SAMPLES) for n in range(SAMPLES + 1)]
        ways = [0.0, *accumulate(abs(two - one) for one, two in pairwise(samples))]
        total = ways[-1]
        free, need = total - 2 * CLEAR, (self.length - 1) * PITCH
        spare = (free - need) / (self.length + 1)
        # Spaces are spread over a line that is too long, and pushed together on a short one.
        pitch = min(PITCH + min(spare, 12.0), free / max(self.length - 1, 1))
        self.rows = [[] for _ in self.ids]
        middles = []
        for number in range(self.length):
            way = min(max((total + pitch * (2 * number - self.length + 1)) / 2, 0.0), total)
            step = min(bisect(ways, way), SAMPLES) - 1
            part = (way - ways[step]) / (ways[step + 1] - ways[step] or 1.0)
            t = (step + part) / SAMPLES
            middle = _on_curve(start, pull, end, t)
            middles.append(middle)
            tangent = (1 - t) * (pull - start) + t * (end - pull)
            tangent /= abs(tangent) or 1.0
            for side, row in enumerate(self.rows):
                aside = 1j * tangent * TWIN * (side - (len(self.ids) - 1) / 2)
                row.append(Slab(middle + aside, tangent, LENGTH / 2, WIDTH / 2, OF_SPACE))
        # On the inner side of a bend the spaces of a double draw together.
        inner = sum(
            max(0.0, lack(one, two) - SPARE) ** 2 for row in self.rows for one, two in pairwise(row)
        )
        strain = (
            0.6 * max(0.0, need - free) ** 2
            + 0.05 * max(0.0, spare - 2.0) ** 2 * (self.length + 1)
            + 12.0 * inner
            + 0.004 * abs(self.bow) ** 2
            + (9 * abs(self.bow) / chord) ** 2
        )
        self.path = [stretch(one, two) for one, two in pairwise([start, *middles, end])]
        self.put([slab for row in self.rows for slab in row], strain)


def _on_curve(start: complex, pull: complex, end: complex, t: float) -> complex:
    """A point of a quadratic Bézier curve."""
    return (1 - t) ** 2 * start + 2 * (1 - t) * t * pull + t**2 * end


Piece = City | Line


def between(one: Piece, two: Piece) -> float:
    """The energy of two pieces that are too near to each other or cross."""
    a, b = one.box, two.box
    if a[0] > b[2] or b[0] > a[2] or a[1] > b[3] or b[1] > a[3]:
        return 0.0
    lacks = sum(lack(*pair) ** 2 for pair in product(one.slabs, two.slabs))
    crossings = sum(lack(*pair) > 1e-6 for pair in product(one.path, two.path))
    return 3.0 * lacks + 60.0 * crossings


class Layout:
    """The map in its ``frame``."""

    def __init__(self, frame: Box, cities: dict[str, City], lines: list[Line]) -> None:
        self.frame, self.cities, self.lines = frame, cities, lines
        self.pieces: list[Piece] = [*cities.values(), *lines]
        self.moved: dict[Piece, list[Piece]] = {piece: [piece] for piece in self.pieces}
        """What is laid again when a piece changes: with a city its lines."""
        for line in lines:
            self.moved[line.a].append(line)
            self.moved[line.b].append(line)
        for piece in self.pieces:
            piece.lay()

    def energy(self, moved: list[Piece]) -> float:
        """The energy of everything that these pieces take part in."""
        others = [piece for piece in self.pieces if piece not in moved]
        return sum(
            piece.strain
            + self._outside(piece)
            + sum(between(piece, two) for two in (*moved[n:], *others))
            for n, piece in enumerate(moved, 1)
        )

    def _outside(self, piece: Piece) -> float:
        """The energy of a piece that comes too near to the frame."""
        left, top, width, height = self.frame
        x, y, right, bottom = piece.box
        lacks = (left - x, top - y, right - left - width, bottom - top - height)
        return sum(2 * (lack + EDGE) ** 2 for lack in lacks if lack > -EDGE)

    def touching(self) -> int:
        """Count the pairs of spaces, names and cities that are too near to each other."""
        return sum(
            lack(*pair) > SPARE
            for one, two in combinations(self.pieces, 2)
            for pair in product(one.slabs, two.slabs)
        )

    def anneal(
        self, chance: random.Random, steps: int, hot: float = 60.0, reach: float = 22.0
    ) -> None:
        """Change pieces; take back what makes the map worse, in the end nearly always."""
        kinds: list[list[Piece]] = [[*self.cities.values()], [*self.lines]]
        for step in range(steps):
            done = step / steps
            piece = chance.choice(chance.choice(kinds))
            moved = self.moved[piece]
            before, kept = self.energy(moved), [vars(one).copy() for one in moved]
            piece.change(chance, reach * (1 - done) ** 1.5 + 0.7)
            for one in moved:
                one.lay()
            worse = self.energy(moved) - before
            if worse > 0 and chance.random() >= math.exp(-worse / (hot * 0.0005**done)):
                for one, old in zip(moved, kept, strict=True):
                    vars(one).update(old)


def begin(table: Table, facts: Facts, roomy: float) -> Layout:
    """Put the cities at their geographic places, into a frame in which most routes are ``roomy``
    times as long as their spaces.
    """
    globe = {slug(city.name): (city.longitude, city.latitude) for city in table.cities}
    project = equal_area(frame_round(globe.values()))
    places = {key: complex(*project(place)) for key, place in globe.items()}
    scale = roomy * median(
        (2 * CLEAR + (row["length"] - 1) * PITCH)
        / (abs(places[row["a"]] - places[row["b"]]) or 1e-6)
        for row in facts["tracks"]
    )
    xs, ys = ({at.real for at in places.values()}, {at.imag for at in places.values()})
    spans = (max(xs) - min(xs) or 1e-6, max(ys) - min(ys) or 1e-6)
    wide, high = (
        round(min(most, max(least, scale * span)))
        for span, least, most in zip(spans, LEAST, MOST, strict=True)
    )
    scale = min(wide / spans[0], high / spans[1])
    frame = (BORDER, BORDER, wide + 2 * MARGIN[0], high + 2 * MARGIN[1])
    middle = complex(max(xs) + min(xs), max(ys) + min(ys)) / 2
    centre = BORDER * (1 + 1j) + complex(frame[2], frame[3]) / 2
    cities = {
        row["key"]: City(
            row["key"], centre + scale * (places[row["key"]] - middle), labels(row["name"])
        )
        for row in facts["cities"]
    }
    groups: dict[tuple[str, str, int], list[str]] = {}
    for track in facts["tracks"]:
        groups.setdefault((track["a"], track["b"], track["length"]), []).append(track["id"])
    lines = [Line(ids, cities[a], cities[b], length) for (a, b, length), ids in groups.items()]
    return Layout(frame, cities, lines)
