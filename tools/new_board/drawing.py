"""Draw the map of a new board: lay it out until nothing touches, and put land behind it."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from engine.board.picture import CityMark, Picture, build_picture
from games.drawing.geometry import (
    Outline,
    disc,
    marks,
    name_outlines,
    space_outline,
    touch,
)
from tools.new_board.coasts import chart_round, coast
from tools.new_board.facts import Facts, slug
from tools.new_board.frame import MapFrame, frame_of
from tools.new_board.geometry import (
    FONT,
    LEADING,
    LENGTH,
    RADIUS,
    WIDTH,
    Line,
    Point,
    grown,
    overlap,
)
from tools.new_board.layout import Layout
from tools.new_board.outlines import path
from tools.new_board.rows import Table
from tools.new_board.shore import shore

CASING = 3.6
"""The width of a train's casing beside its spaces, and a little more."""
FURTHEST = 14
"""The largest gap between a city and its name."""
ROOMIER = (1.0, 1.08, 1.16, 1.26)
"""If something still touches, the next frame is so much larger than the first."""
SEEDS = 2
BOW = 26.0
"""The bend that sets routes of different length between two cities apart at first."""
POSTMARK = (152, 96)
"""The width and height of the postmark; its middle lies 48 from left and top."""
Tell = Callable[[float], None]


def nudge(key: str, data: Mapping[str, Any]) -> None:
    """Move the names of a board file clear of trains, cities and names."""
    picture = build_picture(key, data)
    trains = [
        space_outline(space, picture) for spaces in picture.tracks.values() for space in spaces
    ]
    cities = [disc(mark.x, mark.y, picture.city_radius + 1) for mark in marks(picture)]
    names = {mark.city: mark for mark in marks(picture)}
    for city in names:
        others = [
            outline
            for other, placed in names.items()
            if other != city
            for outline in name_outlines(picture, placed)
        ]
        names[city] = _clear(picture, names[city], trains, cities, others)
    for row in data["map"]["places"]:
        mark = names[row["city"]]
        row["label"] = [mark.label_x, mark.label_y, mark.anchor]


def _clear(
    picture: Picture,
    mark: CityMark,
    trains: list[Outline],
    cities: list[Outline],
    others: list[Outline],
) -> CityMark:
    """The nearest place beside its city at which a name covers least."""
    near = [[o for o in found if _is_near(o, mark)] for found in (trains, cities, others)]

    def covered(dx: int, dy: int) -> tuple[int, int]:
        """What a name would cover, and the trains whose casing would reach it."""
        lines = name_outlines(picture, _at(mark, dx, dy))
        hard = sum(
            sum(touch(line, outline, apart) for outline in found)
            for line in lines
            for found, apart in zip(near, (0.5, 0, 1), strict=True)
        ) + sum(not _is_inside(line, mark, picture) for line in lines)
        return hard, sum(touch(line, outline, CASING) for line in lines for outline in near[0])

    if not any(covered(0, 0)):
        return mark
    tries = [
        (dx, dy)
        for dx in range(-130, 131, 2)
        for dy in range(-60, 61, 2)
        if 2 <= _gap(picture, _at(mark, dx, dy)) - picture.city_radius <= FURTHEST
    ]
    best = min(
        tries,
        key=lambda d: (*covered(*d), round(_gap(picture, _at(mark, *d)) / 3), math.hypot(*d)),
    )
    return _at(mark, *best)


def _is_near(outline: Outline, mark: CityMark) -> bool:
    return any(abs(x - mark.x) < 240 and abs(y - mark.y) < 110 for x, y in outline)


def _is_inside(line: Outline, mark: CityMark, picture: Picture) -> bool:
    own = picture.panels[mark.panel]
    return all(
        own.left + 8 < x < own.left + own.width - 8 and own.top + 8 < y < own.top + own.height - 8
        for x, y in line
    )


def _gap(picture: Picture, mark: CityMark) -> float:
    """From the middle of a city to the nearest point of its name."""
    return min(
        math.hypot(
            max(line[0][0] - mark.x, 0.0, mark.x - line[1][0]),
            max(line[0][1] - mark.y, 0.0, mark.y - line[2][1]),
        )
        for line in name_outlines(picture, mark)
    )


def _at(mark: CityMark, dx: int, dy: int) -> CityMark:
    return replace(mark, label_x=mark.label_x + dx, label_y=mark.label_y + dy)


def lay_out(table: Table, facts: Facts, steps: int, tell: Tell) -> tuple[Layout, MapFrame]:
    """Find a layout in which nothing touches, or else the one with the fewest faults."""
    found: list[tuple[int, float, Layout, MapFrame]] = []
    for turn, roomy in enumerate(ROOMIER):
        plan = frame_of(table, facts, roomy)
        for seed in range(SEEDS):
            part = (turn * SEEDS + seed) / (len(ROOMIER) * SEEDS)

            def show(done: float, part: float = part) -> None:
                tell(part + done / (len(ROOMIER) * SEEDS))

            names = {city["key"]: city["name"] for city in facts["cities"]}
            homes = {key: plan.homes[key] for key in names}
            layout = Layout(plan.frame, homes, names, _lines(facts))
            layout.anneal(random.Random(seed), steps, tell=show)
            if layout.touching():
                layout.anneal(random.Random(seed), steps // 3, hot=1.0, reach=2.0)
            found.append((layout.touching(), layout.energy(), layout, plan))
        if min(found, key=lambda one: one[:2])[0] == 0:
            break
    tell(1.0)
    _touching, _energy, layout, plan = min(found, key=lambda one: one[:2])
    return layout, plan


def _lines(facts: Facts) -> list[Line]:
    """The tracks of a board, each group of parallel ones as a line."""
    groups: dict[tuple[str, str, int], list[str]] = {}
    for track in facts["tracks"]:
        a, b = sorted((track["a"], track["b"]))
        groups.setdefault((a, b, track["length"]), []).append(track["id"])
    lines = [Line(ids, a, b, length) for (a, b, length), ids in groups.items()]
    pairs = Counter((line.a, line.b) for line in lines)
    seen = Counter[tuple[str, str]]()
    for line in lines:
        pair = line.a, line.b
        if pairs[pair] > 1:
            line.bow = -BOW * seen[pair] or BOW
        seen[pair] += 1
    return lines


def map_of(key: str, table: Table, facts: Facts, layout: Layout, plan: MapFrame) -> Facts:
    """The map section of a board file."""
    stamp = open_place(layout)
    starts = {track["id"]: track["a"] for track in facts["tracks"]}
    spaces = {
        # A line runs in alphabetical order, a track as its board file has it.
        key: [
            [round(x, 1), round(y, 1), upright(angle)]
            for x, y, angle in (laid if starts[key] == line.a else laid[::-1])
        ]
        for line in layout.lines
        for key, laid in zip(line.ids, line.spaces, strict=True)
    }
    section = {
        "size": [plan.width, plan.height],
        "space": [round(LENGTH), round(WIDTH)],
        "city": round(RADIUS),
        "type": [round(FONT), round(LEADING)],
        **({"postmark": [round(at) for at in stamp]} if stamp else {}),
        "panels": [{"key": "main", "title": "", "frame": plan.frame}],
        "places": [_place(city) for city in layout.cities.values()],
        "tracks": {track: spaces[track] for track in starts},
        "shapes": shapes(table, layout),
    }
    nudge(key, {**facts, "map": section})
    return section


def _place(city: Any) -> Facts:
    mark, x, y = city.anchor()
    row: Facts = {
        "city": city.key,
        "panel": "main",
        "at": [round(city.x), round(city.y)],
        "label": [round(x), round(y), mark.anchor],
    }
    return row | ({"lines": list(mark.lines)} if len(mark.lines) > 1 else {})


def upright(angle: float) -> int:
    """An angle in whole degrees in (-90, 90], so that letters are never upside down."""
    degrees = round(math.degrees(angle)) % 180
    return degrees - 180 if degrees > 90 else degrees


def shapes(table: Table, layout: Layout) -> list[dict[str, str]]:
    """The shapes behind the map: coasts of the earth, or else land that follows the routes."""
    if "coast" not in table.settings:
        return [{"kind": "home", "panel": "main", "path": path(shore(layout, wet=False))}] + [
            {"kind": "water", "panel": "main", "path": path([lake])}
            for lake in shore(layout, wet=True)
        ]
    detail, *home = table.settings["coast"][0].values
    cities = {
        (row.longitude, row.latitude): (city.x, city.y)
        for row in table.cities
        for city in (layout.cities[slug(row.name)],)
    }
    return coast(chart_round(cities, detail, home), cities, layout.frame)


def open_place(layout: Layout) -> Point | None:
    """A place for the postmark, as near to a corner as one is free; None where there is none."""
    left, top, width, height = layout.frame
    spaces, names = layout.slabs()
    solid = [grown(space, 8, 8) for space in spaces] + [grown(name, 40, 40) for name in names]
    side = 2 * RADIUS + 8
    solid += [(city.x, city.y, 0.0, side, side) for city in layout.cities.values()]
    corners = [(x, y) for x in (left, left + width) for y in (top, top + height)]
    free = [
        (x, y)
        for x in range(round(left) + 62, round(left + width) - 118, 12)
        for y in range(round(top) + 62, round(top + height) - 62, 12)
        if not any(overlap((x + 28, y, 0.0, *POSTMARK), slab) for slab in solid)
    ]
    return min(
        free,
        key=lambda place: min(abs(place[0] + 28 - x) + abs(place[1] - y) for x, y in corners),
        default=None,
    )
