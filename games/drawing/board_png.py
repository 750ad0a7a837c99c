"""The board as a small PNG for mails, which show no SVG."""

from __future__ import annotations

import re
import zlib
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import Final

import resvg_py
from PIL import Image

from games.drawing.board_svg import Layers

TYPE: Final = (
    Path(__file__).resolve().parents[2] / "static" / "fonts" / "barlow-semi-condensed-600.ttf"
)

MERGED: Final = 36
"""Colours whose parts differ by less in all become one; edges shade among fewer of them then."""


def board_png(svg: str, width: int = 600, colours: int = 64) -> bytes:
    """A picture of :func:`games.drawing.board_svg.board_svg` as PNG; the same bytes every time.

    Only the bundled typeface is used, whatever the machine has installed.
    """
    return _pressed(_painted(svg, width), _palette(svg, colours))


def layered_png(layers: Layers, width: int = 600, colours: int = 64) -> bytes:
    """The picture of :func:`games.drawing.board_svg.board_layers`, painting what a game changes.

    Ground and cities are painted once for each board and theme, and kept.
    """
    whole = _kept(layers.base, width).copy()
    whole.alpha_composite(_painted(layers.tracks, width))
    whole.alpha_composite(_kept(layers.cities, width))
    return _pressed(whole, _palette(layers.base + layers.tracks + layers.cities, colours))


def _painted(svg: str, width: int) -> Image.Image:
    painted = resvg_py.svg_to_bytes(
        svg_string=svg, width=width, skip_system_fonts=True, font_files=[str(TYPE)]
    )
    with Image.open(BytesIO(bytes(painted))) as image:
        return image.convert("RGBA")


@lru_cache(maxsize=24)
def _kept(svg: str, width: int) -> Image.Image:
    return _painted(svg, width)


def _pressed(image: Image.Image, palette: Image.Image) -> bytes:
    """The picture in few colours as PNG."""
    flat = image.convert("RGB").quantize(palette=palette, dither=Image.Dither.NONE)
    out = BytesIO()
    flat.save(out, "PNG", compress_level=8, compress_type=zlib.Z_FILTERED)
    return out.getvalue()


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
