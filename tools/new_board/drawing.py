"""Draw the map of a new board: lay it out until nothing touches, and put land behind it."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

from engine.board.picture import read_picture
from tools.boards.__main__ import geographic_positions, lay_out_panel, section
from tools.boards.coast import LINES, clip, path, rounded, warp, within
from tools.boards.framing import MapFrame, Point
from tools.boards.geometry import LENGTH, RADIUS, WIDTH, Slab, overlap
from tools.boards.layout import Layout
from tools.boards.nudge import nudged
from tools.new_board.facts import Facts
from tools.new_board.frame import frame_of
from tools.new_board.rows import Table
from tools.new_board.shore import shore
from tools.new_board.writing import board_text

ROOMIER = (1.0, 1.08, 1.16, 1.26)
"""If something still touches, the next frame is so much larger than the first."""
SEEDS = 2
POSTMARK = (152, 96)
"""The width and height of the postmark; its middle lies 48 from left and top."""
Tell = Callable[[float], None]


def lay_out(
    table: Table, facts: Facts, key: str, steps: int, tell: Tell
) -> tuple[Layout, MapFrame]:
    """Find a layout in which nothing touches, or else the one with the fewest faults."""
    board = {**facts, "key": key}
    found: list[tuple[int, float, Layout, MapFrame]] = []
    for turn, roomy in enumerate(ROOMIER):
        plan = frame_of(table, facts, roomy)
        for seed in range(SEEDS):
            part = (turn * SEEDS + seed) / (len(ROOMIER) * SEEDS)

            def told(done: float, part: float = part) -> None:
                tell(part + done / (len(ROOMIER) * SEEDS))

            layout = lay_out_panel(board, plan, "main", steps, seed, tell=told)
            if layout.touching():
                layout.anneal(random.Random(seed), steps // 3, hot=1.0, reach=2.0)
            found.append((layout.touching(), layout.energy(), layout, plan))
        if min(found, key=lambda one: one[:2])[0] == 0:
            break
    tell(1.0)
    _touching, _energy, layout, plan = min(found, key=lambda one: one[:2])
    return layout, plan


def write_board(table: Table, facts: Facts, layout: Layout, plan: MapFrame, path: Path) -> None:
    """Write the board file, facts and map.

    :raises BoardError: if the file does not add up.
    """
    board = {**facts, "key": path.stem}
    stamp = open_place(layout)
    left, top = stamp or (0, 0)
    plan = replace(plan, postmark=(round(left), round(top)))
    made = section(board, plan, {"main": layout}, lambda name, one: shapes(table, plan, one))
    if stamp is None:
        made = made.replace('    "postmark": [0, 0],\n', "")
    path.write_text(board_text(facts, made), encoding="utf-8")
    text = path.read_text(encoding="utf-8")
    path.write_text(nudged(text, read_picture(path)), encoding="utf-8")


def shapes(table: Table, plan: MapFrame, layout: Layout) -> list[str]:
    """The shapes behind the map: outlines of the table, or else land that follows the routes."""
    if not table.outlines:
        found = shore(layout)
    else:
        _where, place = geographic_positions(layout.panel, plan.globe, list(layout.cities))
        moved = warp(layout)
        found = []
        for (kind, _name), globe in table.outlines.items():
            closed = kind not in LINES
            line = [moved(place(*point)) for point in rounded(globe, closed=closed)]
            line = (clip if closed else within)(line, layout.panel.frame)
            if len(line) > 1:
                found.append((kind, path([line], closed=closed)))
    return [
        json.dumps({"kind": kind, "panel": "main", "path": text}, ensure_ascii=False)
        for kind, text in found
    ]


def open_place(layout: Layout) -> Point | None:
    """A place for the postmark, as near to a corner as one is free; None where there is none."""
    left, top, width, height = layout.panel.frame
    solid = list(_solid(layout))
    corners = [(x, y) for x in (left, left + width) for y in (top, top + height)]
    free = [
        (x, y)
        for x in range(round(left) + 62, round(left + width) - 118, 12)
        for y in range(round(top) + 62, round(top + height) - 62, 12)
        if not any(overlap((x + 28, y, 0.0, *POSTMARK), slab) for slab in solid)
    ]
    nearest = min(
        free,
        key=lambda place: min(abs(place[0] + 28 - x) + abs(place[1] - y) for x, y in corners),
        default=None,
    )
    return nearest


def _solid(layout: Layout) -> Iterable[Slab]:
    for line in layout.lines:
        for lane in line.spaces:
            yield from ((*space, LENGTH + 8, WIDTH + 8) for space in lane)
    for city in layout.cities.values():
        yield (city.x, city.y, 0.0, 2 * RADIUS + 8, 2 * RADIUS + 8)
        left, top, width, height = city.label()
        yield (left + width / 2, top + height / 2, 0.0, width + 40, height + 40)
