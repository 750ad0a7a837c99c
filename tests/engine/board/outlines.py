"""Outlines of what a picture shows, to prove that nothing touches anything else."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable

from PIL import ImageFont

from engine.board.picture import CityMark, Picture, Space
from tests.paths import ROOT

TYPE = ROOT / "static" / "fonts" / "barlow-semi-condensed-600.ttf"
Point = tuple[float, float]
Shape = list[Point]


def corners(space: Space, picture: Picture, grow: float = 0.0) -> Shape:
    """The corners of a space, as it is drawn."""
    along = math.radians(space.angle)
    half, high = picture.space_length / 2 + grow, picture.space_width / 2 + grow
    ux, uy = math.cos(along), math.sin(along)
    return [
        (space.x + sx * half * ux - sy * high * uy, space.y + sx * half * uy + sy * high * ux)
        for sx, sy in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    ]


def labels(picture: Picture) -> dict[tuple[str, str], list[Shape]]:
    """The box of each line of each label, from the baseline to the top of a capital."""
    font = ImageFont.truetype(str(TYPE), 100)
    found = {}
    for places in picture.places.values():
        for place in places:
            boxes = []
            for n, line in enumerate(place.lines):
                width = font.getlength(line) * picture.type_size / 100
                left = place.label_x - {"start": 0, "middle": width / 2, "end": width}[place.anchor]
                bottom = place.label_y + n * picture.leading
                top = bottom - picture.type_size * 0.7
                boxes.append(
                    [(left, top), (left + width, top), (left + width, bottom), (left, bottom)]
                )
            found[place.city, place.panel] = boxes
    return found


def touch(one: Shape, two: Shape) -> bool:
    """Whether two convex shapes overlap (separating axes)."""
    for shape in (one, two):
        for (ax, ay), (bx, by) in zip(shape, [*shape[1:], shape[0]], strict=True):
            nx, ny = by - ay, ax - bx
            first = [x * nx + y * ny for x, y in one]
            second = [x * nx + y * ny for x, y in two]
            if max(first) <= min(second) or max(second) <= min(first):
                return False
    return True


def touches_disc(shape: Shape, place: CityMark, radius: float) -> bool:
    """Whether a convex shape overlaps the disc of a city."""
    sides = list(zip(shape, [*shape[1:], shape[0]], strict=True))
    turns = [
        (bx - ax) * (place.y - ay) - (by - ay) * (place.x - ax) for (ax, ay), (bx, by) in sides
    ]
    if all(turn > 0 for turn in turns) or all(turn < 0 for turn in turns):
        return True
    for (ax, ay), (bx, by) in sides:
        dx, dy = bx - ax, by - ay
        t = max(0.0, min(1.0, ((place.x - ax) * dx + (place.y - ay) * dy) / (dx * dx + dy * dy)))
        if math.hypot(place.x - ax - t * dx, place.y - ay - t * dy) < radius:
            return True
    return False


def all_spaces(picture: Picture) -> list[tuple[str, Shape]]:
    return [
        (f"{track} {n + 1}", corners(space, picture))
        for track, spaces in picture.tracks.items()
        for n, space in enumerate(spaces)
    ]


def all_places(picture: Picture) -> Iterable[CityMark]:
    return itertools.chain.from_iterable(picture.places.values())
