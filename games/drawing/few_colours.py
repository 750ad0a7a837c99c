"""Pictures in few colours: the colours that have a meaning come first, shades take what is left."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from PIL import Image

from games.drawing.palette import BULLET, CARDS, ROUTES, SEATS, TEAM_SEATS

MEANT: Final = tuple(
    dict.fromkeys(
        tint.fill for tint in (*ROUTES.values(), *CARDS.values(), BULLET, *SEATS, *TEAM_SEATS)
    )
)
"""The colours by which people tell cards, routes and seats apart."""
MOST: Final = 256


def meant_first(colours: Iterable[str]) -> list[str]:
    """Each colour once, those with a meaning first."""
    found = dict.fromkeys(colours)
    return sorted(found, key=lambda colour: colour not in MEANT)


def in_few_colours(image: Image.Image, named: Iterable[str], shades: int = 96) -> Image.Image:
    """The picture in mode P: the named colours as they are, and n shades for the rest.

    A palette of the most frequent pixels alone would give up a green for one more grey.
    """
    flat = image.convert("RGB")
    chosen = b"".join(bytes.fromhex(colour[1:]) for colour in meant_first(named))[: 3 * MOST]
    if shades:
        few = flat.quantize(shades, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
        chosen += bytes(few.getpalette() or ())[: 3 * shades]
    palette = Image.new("P", (1, 1))
    palette.putpalette(chosen[: 3 * MOST])
    return flat.quantize(palette=palette, dither=Image.Dither.NONE)
