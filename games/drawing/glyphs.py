"""Outlines of the letters and digits that stand on spaces and trains.

From the bundled Barlow Semi Condensed SemiBold (SIL Open Font License 1.1), 100 units an em, around
the middle of a capital. Hundreds of them stand on a board: as outlines they cost a rasteriser
nothing, as text a quarter of a second.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

OUTLINES: Final[dict[str, str]] = json.loads(Path(__file__).with_name("glyphs.json").read_text())


def glyph(text: str, ink: str, size: float) -> str:
    """A letter or digit as a path, ``size`` high as type is measured, around the origin.

    :raises KeyError: if there is no outline for it.
    """
    return f'<path d="{OUTLINES[text]}" transform="scale({size / 100:g})" fill="{ink}"/>'


ADVANCE: Final = 50
"""The distance between the middles of two glyphs in :func:`word`, in hundredths of an em."""


def word(text: str, ink: str, size: float) -> str:
    """A few glyphs beside each other as one path, centred on the origin.

    :raises KeyError: if there is no outline for one of them.
    """
    first = -ADVANCE * (len(text) - 1) / 2
    return (
        f'<g transform="scale({size / 100:g})" fill="{ink}">'
        + "".join(
            f'<path d="{OUTLINES[letter]}" transform="translate({first + n * ADVANCE:g})"/>'
            for n, letter in enumerate(text)
        )
        + "</g>"
    )
