"""SVG in pixels, and pictures in few colours."""

from __future__ import annotations

from io import BytesIO

import resvg_py
from PIL import Image

from games.drawing.geometry import TYPE


def paint(svg: str, width: int | None = None) -> Image.Image:
    """An SVG as RGBA, of its own size or n pixels wide.

    Only the bundled typeface is used, whatever the machine has installed.
    """
    painted = resvg_py.svg_to_bytes(
        svg_string=svg, width=width, skip_system_fonts=True, font_files=[str(TYPE)]
    )
    with Image.open(BytesIO(bytes(painted))) as image:
        return image.convert("RGBA")


def in_colours(image: Image.Image, colours: bytes) -> Image.Image:
    """The picture in mode P, each pixel in the nearest of at most 256 colours of three bytes."""
    palette = Image.new("P", (1, 1))
    palette.putpalette((colours + colours[:3] * 256)[: 256 * 3])
    return image.convert("RGB").quantize(palette=palette, dither=Image.Dither.NONE)
