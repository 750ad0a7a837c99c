"""The last step of a layout: move names to where no train touches them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from engine.board.picture import CityMark, Picture, build_picture
from games.drawing.geometry import (
    Outline,
    crossed_spaces,
    disc,
    marks,
    name_outlines,
    peak_outline,
    space_outline,
    touch,
)

CASING = 3.6
"""The width of a train's casing beside its spaces, and a little more."""
FURTHEST = 14
"""The largest gap between a city and its name."""


def nudge(key: str, data: Mapping[str, Any]) -> None:
    """Move the names of a board file clear of trains, peaks, cities and names."""
    picture = build_picture(key, data)
    trains = [
        space_outline(space, picture) for spaces in picture.tracks.values() for space in spaces
    ]
    for track in data["tracks"]:
        crossed = crossed_spaces(picture.tracks[track["id"]], track.get("crossings", 0))
        trains += map(peak_outline, crossed)
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
