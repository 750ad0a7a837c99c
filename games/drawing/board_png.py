"""The board as a small PNG for mails, which show no SVG."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple

from PIL import Image

from games.drawing.board_svg import Box, Layers
from games.drawing.canvas import FOR_PIXELS
from games.drawing.palette import BULLET, CARDS, MAPS, ROUTES, SEATS, TEAM_SEATS
from games.drawing.pixels import in_colours, paint
from games.drawing.striped_png import striped_png

MERGED: Final = 34
"""Colours whose parts differ by less in all become one; edges shade among fewer of them then."""
COLOURS: Final = 64
"""The most that a picture has; the boards have about twenty."""

MEANT: Final = tuple(
    dict.fromkeys(
        tint.fill for tint in (*ROUTES.values(), *CARDS.values(), BULLET, *SEATS, *TEAM_SEATS)
    )
)
"""The colours by which people tell cards, routes and seats apart."""
GROUND: Final = frozenset(
    colour for map_ in MAPS.values() for colour in (map_.sea, map_.land, map_.home)
)
"""The colours of large areas, which no lesser one may stand in for."""


def board_png(svg: str, width: int = 600) -> bytes:
    """A picture of :func:`games.drawing.board_svg.board_svg` as PNG; the same bytes every time.

    Only the bundled typeface is used, whatever the machine has installed.
    """
    colours = _colours(svg)
    return striped_png(in_colours(paint(svg, width), colours), colours)


def layered_png(layers: Layers, width: int = 600) -> bytes:
    """The picture of :func:`games.drawing.board_svg.board_layers`, painting what a game changes.

    The board is painted once for each theme, each train once in its place, in the colours of the
    palette already, and kept.
    """
    colours = _colours_of(layers.base, layers.named, layers.cities)
    ground = _Ground(layers.base, layers.cities, width, colours)
    whole = _kept_board(ground).copy()
    scale = width / layers.width
    for pieces, below in ((layers.pieces, True), (layers.top, False)):
        for piece in pieces:
            patch, mask, at = _kept_patch(ground, piece.svg, piece.box, scale, below)
            whole.paste(patch, at, mask)
    return striped_png(whole, colours)


class _Ground(NamedTuple):
    """Whatever the pixels round a piece come from."""

    base: str
    cities: str
    width: int
    colours: bytes


@lru_cache(maxsize=24)
def _kept_board(ground: _Ground) -> Image.Image:
    """The board without pieces, in mode P."""
    whole = _kept_base(ground.base, ground.width).convert("RGBA")
    whole.alpha_composite(_kept_cities(ground.cities, ground.width))
    return in_colours(whole, ground.colours)


@lru_cache(maxsize=12)
def _kept_base(svg: str, width: int) -> Image.Image:
    """The ground of a picture, in its own few colours: a quarter of the memory."""
    return in_colours(paint(svg, width), _colours(svg, 256))


@lru_cache(maxsize=8)
def _kept_cities(svg: str, width: int) -> Image.Image:
    """Cities and names; letters fade out in one step, for each shade costs bytes."""
    painted = paint(svg, width)
    painted.putalpha(painted.getchannel("A").point(lambda alpha: round(alpha * 2 / 255) * 255 // 2))
    return painted


@lru_cache(maxsize=6000)
def _kept_patch(
    ground: _Ground, svg: str, box: Box, scale: float, below_cities: bool
) -> tuple[Image.Image, Image.Image, tuple[int, int]]:
    """A piece on its ground, in mode P, where it is seen, and the place of its corner."""
    piece, at = _piece(svg, box, scale)
    there = (*at, at[0] + piece.width, at[1] + piece.height)
    if below_cities:
        patch = _kept_base(ground.base, ground.width).crop(there).convert("RGBA")
        patch.alpha_composite(piece)
        patch.alpha_composite(_kept_cities(ground.cities, ground.width).crop(there))
    else:
        patch = _kept_board(ground).crop(there).convert("RGBA")
        patch.alpha_composite(piece)
    mask = piece.getchannel("A").point(lambda alpha: 255 if alpha else 0)
    return in_colours(patch, ground.colours), mask, at


def _piece(svg: str, box: Box, scale: float) -> tuple[Image.Image, tuple[int, int]]:
    """A piece in whole pixels, and where its left upper corner belongs."""
    left, top = max(0, math.floor(box[0] * scale)), max(0, math.floor(box[1] * scale))
    wide, high = math.ceil(box[2] * scale) - left, math.ceil(box[3] * scale) - top
    window = " ".join(f"{value / scale:.9f}" for value in (left, top, wide, high))
    painted = paint(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{window}"{FOR_PIXELS}>{svg}</svg>',
        wide,
    )
    visible = painted.getbbox()
    if visible is None:
        return painted, (left, top)
    return painted.crop(visible), (left + visible[0], top + visible[1])


@lru_cache(maxsize=64)
def _colours_of(base: str, named: str, cities: str) -> bytes:
    return _colours(base + named + cities)


def _colours(svg: str, most: int = COLOURS) -> bytes:
    """The colours that the picture names, three bytes each.

    A palette that is computed from the pixels would give the land more shades than the trains.
    """
    chosen: list[str] = []
    for colour in meant_first(re.findall(r"#[0-9a-f]{6}", svg)):
        if colour in MEANT or all(_distance(colour, other) > MERGED for other in chosen):
            chosen.append(colour)
    return b"".join(bytes.fromhex(colour[1:]) for colour in chosen[:most])


def meant_first(colours: Iterable[str]) -> list[str]:
    """Each colour once, those with a meaning first, then those of large areas."""
    return sorted(
        dict.fromkeys(colours), key=lambda colour: (colour not in MEANT, colour not in GROUND)
    )


def _distance(one: str, two: str) -> int:
    pairs = zip(bytes.fromhex(one[1:]), bytes.fromhex(two[1:]), strict=True)
    return sum(abs(a - b) for a, b in pairs)
