"""Small drawings for the rules: a row of cards, and a route between two cities."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

from games.drawing.glyphs import glyph
from games.drawing.palette import (
    BULLET,
    DARK_INK,
    FONT,
    LIGHT_INK,
    ROUTES,
    SEATS,
    card_svg,
    pattern_svg,
)
from games.drawing.symbols import express

STEP: Final = 36
"""From the middle of a space to that of the next."""
END: Final = 14
"""From the middle of a city to the edge of the first space."""
MARGIN: Final = 24
"""Beside the cities, for their names."""
TOP: Final = 16
ROW: Final = 26
NAMES: Final = 42
"""From the middle of the last track to the lower edge."""


def cards_svg(cards: Sequence[str], *, title: str) -> str:
    """Cards side by side, as one picture of that title."""
    pictures = "".join(card_svg(card, height=44) for card in cards)
    return f'<span class="example-cards" role="img" aria-label="{escape(title)}">{pictures}</span>'


def route_svg(
    a: str,
    b: str,
    tracks: Sequence[tuple[str, int, int | None]],
    *,
    title: str,
    kind: str = "normal",
) -> str:
    """The tracks between two cities: the colour and length of each, and the seat that claimed it.

    ``kind`` is that of a track on the board; a bullet route carries one train, a tunnel has a mouth
    at both ends of each space.
    """
    long = max(length for _colour, length, _seat in tracks)
    width = 2 * (MARGIN + END) + long * STEP
    height = TOP + ROW * (len(tracks) - 1) + NAMES
    middle = TOP + ROW * (len(tracks) - 1) / 2
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="example-route" width="{width}" '
        f'height="{height}" viewBox="0 0 {width} {height}" role="img" '
        f'aria-label="{escape(title)}">'
    ]
    for number, (colour, length, seat) in enumerate(tracks):
        y = TOP + ROW * number
        for space in range(length):
            x = MARGIN + END + STEP * (space + 0.5)
            parts.append(_space(x, y, colour, kind))
            holds = seat is not None and (kind != "bullet" or space == length // 2)
            if holds and seat is not None:
                parts.append(_train(x, y, seat, bullet=kind == "bullet"))
    for x, name in ((MARGIN, a), (width - MARGIN, b)):
        parts.append(
            f'<circle cx="{x}" cy="{middle}" r="8" fill="{LIGHT_INK}" stroke="{DARK_INK}" '
            f'stroke-width="3"/><text x="{x}" y="{height - 6}" text-anchor="middle" '
            f'font-size="14" font-family="{FONT}" class="example-city">{escape(name)}</text>'
        )
    return "".join([*parts, "</svg>"])


def _space(x: float, y: float, colour: str, kind: str) -> str:
    if kind == "bullet":
        return (
            f'<g transform="translate({x:g} {y:g})"><rect x="-16" y="-8.5" width="32" height="17" '
            f'rx="8.5" fill="{BULLET.fill}" stroke="{DARK_INK}" stroke-width="2"/>'
            f"{pattern_svg(BULLET)}</g>"
        )
    tint = ROUTES[colour]
    mouths = (
        f'<path d="M-16-8.5v17M16-8.5v17" stroke="{DARK_INK}" stroke-width="5"/>'
        if kind == "tunnel"
        else ""
    )
    return (
        f'<g transform="translate({x:g} {y:g})"><rect x="-16" y="-8.5" width="32" height="17" '
        f'rx="3" fill="{tint.fill}" stroke="{DARK_INK}" stroke-width="2"/>'
        f"{pattern_svg(tint)}{mouths}</g>"
    )


def _train(x: float, y: float, seat: int, *, bullet: bool) -> str:
    if bullet:
        return f'<g transform="translate({x:g} {y:g})">{express(small=False)}</g>'
    return (
        f'<g transform="translate({x:g} {y:g})"><path d="M-18 0L-13-9.5H13L18 0 13 9.5H-13z" '
        f'fill="{SEATS[seat].fill}" stroke="{DARK_INK}" stroke-width="2"/>'
        f'<circle r="7.5" fill="{LIGHT_INK}"/>{glyph(SEATS[seat].letter, DARK_INK, 14)}</g>'
    )
