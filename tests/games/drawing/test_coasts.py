"""The land behind the maps of the earth lies below the right cities, and is light enough to send.

tools/new_board/coasts.py draws it.
"""

from __future__ import annotations

import math
import re
from functools import cache

import pytest

from engine.board import board_names, load_board
from engine.board.picture import load_picture
from games.drawing.geometry import box
from games.drawing.placing import badge_outline, mountain_peaks, peak_outline, tunnel_badges
from tests.engine.board.outlines import Shape, all_spaces, labels, touch

Ring = list[tuple[float, float]]
HARBOURS = {
    "europe": ("brindisi", "cadiz", "edinburgh", "lisboa", "marseille", "sochi", "stockholm"),
    "india": ("bombay", "calicut", "karachi", "madras", "quilon", "waltair"),
    "japan": ("aomori", "hakodate", "kanazawa", "niigata", "sendai"),
    "legendary-asia": ("bombay", "colombo", "karachi", "macau", "taipei", "vladivostok"),
    "nordic": ("bergen", "helsinki", "kirkenes", "kobenhavn", "narvik", "tallinn", "vaasa"),
    "team-asia": ("bombay", "hong-kong", "karachi", "madras", "shanghai"),
    "usa": ("boston", "charleston", "los-angeles", "miami", "new-york", "san-francisco"),
}
ISLANDS = {
    "europe": [{"edinburgh", "london"}, {"palermo"}, {"roma", "paris", "moskva", "angora"}],
    "legendary-asia": [{"colombo"}, {"taipei"}, {"kobe"}, {"bombay", "seoul", "saigon"}],
    "japan": [{"hakodate"}, {"aomori", "tokyo", "hiroshima"}, {"kochi", "takamatsu"}],
}
"""Cities on one island or mainland, and others on another."""


def rings_of(path: str) -> list[Ring]:
    """The rings of a path that `tools.new_board.outlines.path` wrote."""
    found = []
    for part in path.split("M")[1:]:
        numbers = [int(number) for number in re.findall(r"-?\d+", part)]
        x = y = 0
        ring: Ring = []
        for dx, dy in zip(numbers[::2], numbers[1::2], strict=True):
            x, y = x + dx, y + dy
            ring.append((x, y))
        found.append(ring)
    return found


@cache
def land(key: str, panel: str) -> list[Ring]:
    shapes = [s for s in load_picture(key).shapes if s.panel == panel]
    return [ring for s in shapes if s.kind in ("land", "home") for ring in rings_of(s.path)]


def around(rings: list[Ring], x: float, y: float) -> list[int]:
    """The rings round a point, by number; an even number of them is water in land."""
    return [
        n
        for n, ring in enumerate(rings)
        if sum(
            (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax
            for (ax, ay), (bx, by) in zip(ring, [*ring[1:], ring[0]], strict=True)
        )
        % 2
    ]


@pytest.mark.parametrize("key", board_names())
def test_every_city_is_on_land(key: str) -> None:
    picture = load_picture(key)
    wet = [
        (place.city, place.panel)
        for places in picture.places.values()
        for place in places
        if (rings := land(key, place.panel)) and len(around(rings, place.x, place.y)) % 2 == 0
    ]
    assert wet == []


@pytest.mark.parametrize("key", HARBOURS)
def test_harbours_are_at_the_sea(key: str) -> None:
    """Within three times the radius of a city."""
    picture = load_picture(key)
    for city in HARBOURS[key]:
        place = next(place for place in picture.places[city] if place.panel == "main")
        shore = 3 * picture.city_radius
        round_it = [
            (place.x + shore * math.cos(n / 4), place.y + shore * math.sin(n / 4))
            for n in range(26)
        ]
        assert any(len(around(land(key, "main"), x, y)) % 2 == 0 for x, y in round_it), city


@pytest.mark.parametrize("key", ISLANDS)
def test_the_sea_parts_the_cities_that_it_parts_on_the_globe(key: str) -> None:
    picture = load_picture(key)
    found = []
    for cities in ISLANDS[key]:
        (ring,) = {
            around(land(key, "main"), place.x, place.y)[0]
            for city in cities
            for place in picture.places[city]
            if place.panel == "main"
        }
        found.append(ring)
    assert len({*found}) == len(found)


@pytest.mark.parametrize("key", board_names())
def test_the_paths_behind_a_board_have_60_kilobytes_at_most(key: str) -> None:
    assert sum(len(shape.path) for shape in load_picture(key).shapes) <= 60_000


def ridges(key: str) -> list[tuple[str, Shape]]:
    """The outline of each peak of a ridge and its panel."""
    found = []
    for shape in load_picture(key).shapes:
        if shape.kind == "mountain":
            for x, y, half, high in re.findall(r"M(\d+) (\d+)l(\d+)-(\d+)", shape.path):
                left, foot = int(x), int(y)
                middle, top = left + int(half), foot - int(high)
                outline: Shape = [(left, foot), (middle, top), (middle + int(half), foot)]
                found.append((shape.panel, outline))
    return found


@pytest.mark.parametrize("key", board_names())
def test_ridges_stand_on_land_and_below_nothing(key: str) -> None:
    board, picture = load_board(key), load_picture(key)
    solid = [space for _name, space in all_spaces(picture)]
    solid += [line for lines in labels(picture).values() for line in lines]
    solid += [badge_outline(one.x, one.y) for one in tunnel_badges(board, picture).values()]
    solid += [
        peak_outline(*foot) for feet in mountain_peaks(board, picture).values() for foot in feet
    ]
    if picture.postmark:
        x, y = picture.postmark
        solid.append(box(x - 48, y - 48, 152, 96))
    for panel, peak in ridges(key):
        assert not any(touch(peak, other) for other in solid), peak
        assert all(len(around(land(key, panel), x, y)) % 2 for x, y in peak), peak
