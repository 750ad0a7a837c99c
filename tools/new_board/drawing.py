"""Draw the map of a new board: lay it out until nothing touches, and put land behind it."""

from __future__ import annotations

import cmath
import math
import random
from itertools import product
from statistics import median

from engine.cli.common import clear_progress_bar, with_progress_bar
from tools.new_board.coasts import Chart, coast
from tools.new_board.facts import Facts, slug
from tools.new_board.geometry import Point, Slab, lack
from tools.new_board.layout import (
    CAPITAL,
    CLEAR,
    FONT,
    LEADING,
    LENGTH,
    PITCH,
    RADIUS,
    WIDTH,
    City,
    Layout,
    Line,
    labels,
)
from tools.new_board.outlines import path
from tools.new_board.projection import equal_area, frame_round
from tools.new_board.rows import Table
from tools.new_board.shore import shore

BORDER = 20
"""The width of the border round the frame."""
MARGIN = (75, 50)
"""From the frame to the outermost cities, beside and above."""
LEAST, MOST = (710, 470), (1070, 980)
"""How far the outermost cities are apart, from left to right and from top to bottom."""
ROOMIER = (1.0, 1.08, 1.16, 1.26)
"""If something still touches, the next frame is so much larger than the first."""
SEEDS = (0, 1)


def lay_out(table: Table, facts: Facts, steps: int) -> Layout:
    """Find a layout in which nothing touches, or else the one in which least does."""
    found: list[Layout] = []
    tries = list(product(ROOMIER, SEEDS))
    for roomy, seed in with_progress_bar(tries, len(tries)):
        layout = begin(table, facts, roomy)
        layout.anneal(random.Random(seed), steps)
        layout.anneal(random.Random(seed), steps // 3, hot=1.0, reach=2.0)
        found.append(layout)
        if not layout.touching():
            break
    clear_progress_bar()
    return min(found, key=Layout.touching)


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


def map_of(table: Table, facts: Facts, layout: Layout) -> Facts:
    """The map section of a board file."""
    _left, _top, width, height = layout.frame
    stamp = open_place(layout)
    spaces = {
        track: [[*_rounded(slab.middle, 1), _upright(slab.way)] for slab in row]
        for line in layout.lines
        for track, row in zip(line.ids, line.rows, strict=True)
    }
    return {
        "size": [width + 2 * BORDER, height + 2 * BORDER],
        "space": [round(LENGTH), round(WIDTH)],
        "city": round(RADIUS),
        "type": [round(FONT), round(LEADING)],
        **({"postmark": stamp} if stamp else {}),
        "panels": [{"key": "main", "title": "", "frame": layout.frame}],
        "places": [_place(city) for city in layout.cities.values()],
        "tracks": {track["id"]: spaces[track["id"]] for track in facts["tracks"]},
        "shapes": shapes(table, layout),
    }


def _rounded(at: complex, digits: int | None = None) -> list[float]:
    return [round(at.real, digits), round(at.imag, digits)]


def _place(city: City) -> Facts:
    label = city.label
    side = {"start": -label.width / 2, "middle": 0.0, "end": label.width / 2}[label.anchor]
    baseline = complex(side, CAPITAL - label.height / 2 - 0.5)
    return {
        "city": city.key,
        "panel": "main",
        "at": _rounded(city.at),
        "label": [*_rounded(city.at + label.offset + baseline), label.anchor],
        **({"lines": list(label.lines)} if len(label.lines) > 1 else {}),
    }


def _upright(way: complex) -> int:
    """An angle in whole degrees in (-90, 90], so that letters are never upside down."""
    degrees = round(math.degrees(cmath.phase(way))) % 180
    return degrees - 180 if degrees > 90 else degrees


def shapes(table: Table, layout: Layout) -> list[dict[str, str]]:
    """The shapes behind the map: coasts of the earth, or else an island round the routes."""
    if "coast" not in table.settings:
        return [{"kind": "home", "panel": "main", "path": path([shore(layout)])}]
    detail, *home = table.settings["coast"][0].values
    cities: dict[Point, Point] = {
        (row.longitude, row.latitude): (city.at.real, city.at.imag)
        for row in table.cities
        for city in (layout.cities[slug(row.name)],)
    }
    chart = Chart("", "main", detail, frame_round(cities), tuple(home))
    return coast(chart, cities, layout.frame)


def open_place(layout: Layout) -> list[int] | None:
    """A place for the postmark, as near to a corner as one is free; None where there is none."""
    left, top, width, height = map(round, layout.frame)
    right, bottom = left + width, top + height
    slabs = [slab for piece in layout.pieces for slab in piece.slabs]
    free = [
        [x, y]
        for x in range(left + 62, right - 118, 12)
        for y in range(top + 62, bottom - 62, 12)
        # Its waves reach farther to the right than its rings to the left.
        if not any(lack(Slab(complex(x + 28, y), 1, 76, 48, 8), slab) for slab in slabs)
    ]
    return min(
        free,
        key=lambda at: min(at[0] - left, right - at[0]) + min(at[1] - top, bottom - at[1]),
        default=None,
    )
