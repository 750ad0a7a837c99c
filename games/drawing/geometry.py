"""Outlines of what is on a picture, to find free space: convex shapes as lists of corners.

All measures are units of the picture.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import chain
from pathlib import Path
from typing import Final

from PIL import ImageFont

from engine.board.picture import CityMark, Picture, Space

Point = tuple[float, float]
Outline = list[Point]

TYPE: Final = (
    Path(__file__).resolve().parents[2] / "static" / "fonts" / "barlow-semi-condensed-600.ttf"
)
CAPITAL: Final = 0.7
"""The height of a capital, in ems."""


def box(left: float, top: float, width: float, height: float) -> Outline:
    """The outline of an upright rectangle."""
    right, bottom = left + width, top + height
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


def space_outline(space: Space, picture: Picture) -> Outline:
    """The outline of a space."""
    along = math.radians(space.angle)
    half, high = picture.space_length / 2, picture.space_width / 2
    ux, uy = math.cos(along), math.sin(along)
    return [
        (space.x + sx * half * ux - sy * high * uy, space.y + sx * half * uy + sy * high * ux)
        for sx, sy in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    ]


def middle(spaces: Sequence[Space]) -> Space:
    """The middle of a row of spaces, at the angle of the one before it."""
    one, two = spaces[(len(spaces) - 1) // 2], spaces[len(spaces) // 2]
    return Space((one.x + two.x) / 2, (one.y + two.y) / 2, one.angle)


def name_outlines(picture: Picture, mark: CityMark) -> list[Outline]:
    """The outline of each line of a city's name, from the baseline to the top of a capital."""
    found = []
    for n, line in enumerate(mark.lines):
        width = text_width(line) * picture.type_size
        left = mark.label_x - {"start": 0.0, "middle": width / 2, "end": width}[mark.anchor]
        high = picture.type_size * CAPITAL
        found.append(box(left, mark.label_y + n * picture.leading - high, width, high))
    return found


@lru_cache(maxsize=1000)
def text_width(text: str) -> float:
    """The width of a text in the typeface of the boards, in ems."""
    return _typeface().getlength(text) / 100


@cache
def _typeface() -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(TYPE), 100)


def marks(picture: Picture) -> list[CityMark]:
    """Every mark of every city."""
    return list(chain.from_iterable(picture.places.values()))


def touch(one: Outline, two: Outline, apart: float = 0.0) -> bool:
    """Whether two convex outlines overlap, or come nearer than ``apart`` (separating axes)."""
    for outline in (one, two):
        for (ax, ay), (bx, by) in zip(outline, [*outline[1:], outline[0]], strict=True):
            nx, ny = by - ay, ax - bx
            first = [x * nx + y * ny for x, y in one]
            second = [x * nx + y * ny for x, y in two]
            room = apart * math.hypot(nx, ny)
            if max(first) + room <= min(second) or max(second) + room <= min(first):
                return False
    return True


def disc(x: float, y: float, radius: float) -> Outline:
    """An octagon round a disc."""
    reach = radius / math.cos(math.pi / 8)
    return [
        (x + reach * math.cos(n * math.pi / 4), y + reach * math.sin(n * math.pi / 4))
        for n in range(8)
    ]
