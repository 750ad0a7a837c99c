"""Draw the map of a new board: lay it out until nothing touches, and put land behind it."""

from __future__ import annotations

import cmath
import math
import random
from itertools import product

from engine.cli.common import clear_progress_bar, with_progress_bar
from tools.new_board.coasts import Chart, coast
from tools.new_board.facts import Facts, slug
from tools.new_board.geometry import Point, Slab, lack
from tools.new_board.layout import (
    BORDER,
    CAPITAL,
    FONT,
    LEADING,
    LENGTH,
    RADIUS,
    WIDTH,
    City,
    Layout,
    begin,
)
from tools.new_board.outlines import path
from tools.new_board.projection import frame_round
from tools.new_board.rows import Table
from tools.new_board.shore import shore

ROOMIER = (1.08, 1.2, 1.35)
"""How much longer than their spaces most routes are; if something touches, the next is tried."""
SEEDS = (0, 1)


def lay_out(table: Table, facts: Facts, steps: int) -> Layout:
    """Find a layout in which nothing touches, or else the best of all."""
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
    return min(found, key=lambda layout: layout.energy(layout.pieces))


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
