"""Lines of spaces, labels and rectangles of a map: where they lie, cross and overlap."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from itertools import pairwise

from games.drawing.geometry import text_width

Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, top, width, height."""

LENGTH, WIDTH = 30.0, 14.0
RADIUS = 10.0
TWIN = WIDTH + 3.0
PITCH = LENGTH + 3.0
CLEAR = RADIUS + LENGTH / 2 + 4.0
FONT = 19.0
LEADING = 18.0
CAP = 14.0
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

    def anchor(self) -> tuple[Mark, float, float]:
        """The label corner, and the point from which its first line is written."""
        mark = self.marks[self.mark]
        x = {"start": 0.0, "middle": mark.width / 2, "end": mark.width}[mark.anchor]
        return mark, self.x + mark.dx + x, self.y + mark.dy + CAP - 0.5

    def label(self) -> Box:
        """The box of the label."""
        mark = self.marks[self.mark]
        return self.x + mark.dx, self.y + mark.dy, mark.width, mark.height


def label_lines(name: str) -> list[tuple[str, ...]]:
    """The ways to write a name: on one line, and on two where it can be broken."""
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
    return choices


def marks(name: str) -> list[Mark]:
    """The label corners of a city, best liked first: right, left, above, below, diagonals."""
    found = []
    gap = RADIUS + 4.0
    slant = RADIUS * 0.72 + 2.5
    for lines in label_lines(name):
        width = max(map(text_width, lines)) * FONT
        height = CAP + LEADING * (len(lines) - 1)
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
    length = total - 2 * clear
    need = (n - 1) * PITCH
    strain = max(0.0, need - length) ** 2 * 0.6
    spare = (length - need) / (n + 1)
    pitch = PITCH + min(spare, 12.0)
    if n > 1:
        pitch = min(pitch, length / (n - 1))
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


def grown(slab: Slab, length: float, width: float) -> Slab:
    """A rectangle that is so much longer and wider."""
    return (*slab[:3], slab[3] + length, slab[4] + width)
