"""The board as a small PNG for mails, which show no SVG."""

from __future__ import annotations

import math
import re
import zlib
from functools import lru_cache
from io import BytesIO
from typing import Final

import resvg_py
from PIL import Image

from games.drawing.board_svg import Box, Layers
from games.drawing.canvas import FOR_PIXELS
from games.drawing.geometry import TYPE

LARGE: Final = 59_800
"""From so many bytes on, a picture is worth twice the time to press it harder."""
MERGED: Final = 34
"""Colours whose parts differ by less in all become one; edges shade among fewer of them then."""


def board_png(svg: str, width: int = 600, colours: int = 64) -> bytes:
    """A picture of :func:`games.drawing.board_svg.board_svg` as PNG; the same bytes every time.

    Only the bundled typeface is used, whatever the machine has installed.
    """
    return _pressed(_painted(svg, width), _palette(svg, colours))


def layered_png(layers: Layers, width: int = 600, colours: int = 64) -> bytes:
    """The picture of :func:`games.drawing.board_svg.board_layers`, painting what a game changes.

    Ground and cities are painted once for each board and theme, each train once where it stands,
    and kept.
    """
    palette = _palette(layers.shown, colours)
    whole = _kept_base(layers.base, width).convert("RGBA")
    scale = width / layers.width
    for piece in layers.pieces:
        image, at = _kept_piece(piece.svg, piece.box, scale)
        whole.alpha_composite(image, at)
    whole.alpha_composite(_kept_cities(layers.cities, width))
    for piece in layers.top:
        image, at = _kept_piece(piece.svg, piece.box, scale)
        whole.alpha_composite(image, at)
    return _pressed(whole, palette)


def _painted(svg: str, width: int) -> Image.Image:
    painted = resvg_py.svg_to_bytes(
        svg_string=svg, width=width, skip_system_fonts=True, font_files=[str(TYPE)]
    )
    with Image.open(BytesIO(bytes(painted))) as image:
        return image.convert("RGBA")


@lru_cache(maxsize=12)
def _kept_base(svg: str, width: int) -> Image.Image:
    """The ground of a picture, in its own few colours: a quarter of the memory."""
    return _quantized(_painted(svg, width), _palette(svg, 256))


@lru_cache(maxsize=8)
def _kept_cities(svg: str, width: int) -> Image.Image:
    """Cities and names; letters fade out in one step, for each shade costs bytes."""
    painted = _painted(svg, width)
    painted.putalpha(painted.getchannel("A").point(lambda alpha: round(alpha * 2 / 255) * 255 // 2))
    return painted


@lru_cache(maxsize=4000)
def _kept_piece(svg: str, box: Box, scale: float) -> tuple[Image.Image, tuple[int, int]]:
    """A piece in whole pixels, and where its left upper corner belongs."""
    left, top = max(0, math.floor(box[0] * scale)), max(0, math.floor(box[1] * scale))
    wide, high = math.ceil(box[2] * scale) - left, math.ceil(box[3] * scale) - top
    window = " ".join(f"{value / scale:.9f}" for value in (left, top, wide, high))
    painted = _painted(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{window}"{FOR_PIXELS}>{svg}</svg>',
        wide,
    )
    visible = painted.getbbox()
    if visible is None:
        return painted, (left, top)
    return painted.crop(visible), (left + visible[0], top + visible[1])


def _pressed(image: Image.Image, palette: Image.Image) -> bytes:
    """The picture in few colours as PNG."""
    flat = _quantized(image, palette)
    pressed = b""
    for level in (8, 9):
        out = BytesIO()
        flat.save(out, "PNG", compress_level=level, compress_type=zlib.Z_FILTERED)
        pressed = out.getvalue()
        if len(pressed) < LARGE:
            break
    return pressed


def _quantized(image: Image.Image, palette: Image.Image) -> Image.Image:
    return image.convert("RGB").quantize(palette=palette, dither=Image.Dither.NONE)


def _palette(svg: str, colours: int) -> Image.Image:
    """Make a palette of the colours that the picture names.

    A palette that is computed from the pixels would give the land more shades than the trains.
    """
    chosen: list[str] = []
    for colour in dict.fromkeys(re.findall(r"#[0-9a-f]{6}", svg)):
        if all(_distance(colour, other) > MERGED for other in chosen):
            chosen.append(colour)
    chosen = chosen[:colours]
    chosen += chosen[:1] * (256 - len(chosen))
    made = Image.new("P", (1, 1))
    made.putpalette(b"".join(bytes.fromhex(colour[1:]) for colour in chosen))
    return made


def _distance(one: str, two: str) -> int:
    pairs = zip(bytes.fromhex(one[1:]), bytes.fromhex(two[1:]), strict=True)
    return sum(abs(a - b) for a, b in pairs)
