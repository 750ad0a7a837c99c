"""The one palette: colours of cards, seats and maps, each with a letter and a pattern.

Colour is never the only sign: a card and a space carry the letter and the pattern of their colour,
a train carries the number and the hatching of its seat.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import Final, Literal

Theme = Literal["light", "dark", "print", "page"]
"""``page`` takes its colours from the stylesheet, so that one picture serves day and night."""
Detail = Literal["full", "small"]
"""``small`` is for pictures of some 600 pixels in mails: no patterns, one number a train."""


@dataclass(frozen=True, slots=True)
class Tint:
    """A colour with all that tells it from the others.

    ``ink`` is the colour of letter and pattern on it; ``pattern`` is the name of the pattern, and
    ``strokes`` draws it as an SVG path in the left and right thirds of a box of 30 by 14 around the
    origin.
    """

    name: str
    letter: str
    fill: str
    ink: str
    pattern: str
    strokes: str

    @property
    def solid(self) -> bool:
        """Whether the pattern is filled rather than stroked."""
        return self.pattern in ("dots", "triangles")


FONT: Final = "Night Mail, Barlow Semi Condensed, sans-serif"
DARK_INK: Final = "#12182b"
LIGHT_INK: Final = "#fffaf0"

_DOTS = "".join(
    f"M{x - 1.3} {y}a1.3 1.3 0 1 0 2.6 0a1.3 1.3 0 1 0-2.6 0z"
    for x in (-11, -7.5, 7.5, 11)
    for y in (-2.8, 2.8)
)

_CARD_STROKES: Final = {
    "dots": _DOTS,
    "frame": "M-12-4.2H12V4.2H-12z",
    "lines": "M-13-2.4h7M-13 2.4h7M6-2.4h7M6 2.4h7",
    "slashes": "M-12 3.5l4-7M-8.5 3.5l4-7M5 3.5l4-7M8.5 3.5l4-7",
    "triangles": "M-12 3.4l3-6.8 3 6.8zM6 3.4l3-6.8 3 6.8z",
    "bars": "M-12-4v8M-9-4v8M-6-4v8M6-4v8M9-4v8M12-4v8",
    "crosses": "M-11.8-2.8l5.6 5.6M-6.2-2.8l-5.6 5.6M6.2-2.8l5.6 5.6M11.8-2.8l-5.6 5.6",
    "chevrons": "M-12.5-3l3 3-3 3M-8.5-3l3 3-3 3M5.5-3l3 3-3 3M9.5-3l3 3-3 3",
    "lamp": "M-13 0h5M-12-4l4 2M-12 4l4-2M13 0h-5M12-4l-4 2M12 4l-4-2",
    "rails": "M-12-3.2H12M-12 3.2H12",
    "plain": "",
}
_SEAT_STROKES: Final = {
    "plain": "",
    "bars": "M-12-5v10M-8.5-5v10M8.5-5v10M12-5v10",
    "slashes": "M-13 5l5-10M-8.5 5l5-10M3.5 5l5-10M8 5l5-10",
    "dots": _DOTS,
    "lines": "M-14-3h8M-14 0h8M-14 3h8M6-3h8M6 0h8M6 3h8",
    "crosses": "M-12-3.4l6 6.8M-6-3.4l-6 6.8M6-3.4l6 6.8M12-3.4l-6 6.8",
}


def _card(name: str, letter: str, fill: str, ink: str, pattern: str) -> Tint:
    return Tint(name, letter, fill, ink, pattern, _CARD_STROKES[pattern])


def _seat(name: str, letter: str, fill: str, ink: str, pattern: str) -> Tint:
    return Tint(name, letter, fill, ink, pattern, _SEAT_STROKES[pattern])


COLOURS: Final[dict[str, Tint]] = {
    tint.name: tint
    for tint in (
        _card("purple", "P", "#85519f", LIGHT_INK, "dots"),
        _card("white", "W", "#ffffff", DARK_INK, "frame"),
        _card("blue", "B", "#2f6cb3", LIGHT_INK, "lines"),
        _card("yellow", "Y", "#f2cb3f", DARK_INK, "slashes"),
        _card("orange", "O", "#ea8a35", DARK_INK, "triangles"),
        _card("black", "K", "#2a2d36", LIGHT_INK, "bars"),
        _card("red", "R", "#c4342d", LIGHT_INK, "crosses"),
        _card("green", "G", "#57a55c", DARK_INK, "chevrons"),
    )
}
LOCOMOTIVE: Final = _card("locomotive", "L", "#1c2c50", "#ffd35c", "lamp")
GRAY: Final = _card("gray", "", "#b9bcc0", DARK_INK, "plain")
CARDS: Final[dict[str, Tint]] = {**COLOURS, LOCOMOTIVE.name: LOCOMOTIVE}
BULLET: Final = _card("bullet", "", "#58c9c4", DARK_INK, "rails")
"""Bullet routes and the trains on them (J-1): a hue of no card and no seat."""
ROUTES: Final[dict[str, Tint]] = {**COLOURS, GRAY.name: GRAY}

SEATS: Final[tuple[Tint, ...]] = (
    _seat("seat 1", "1", "#1f6fd0", LIGHT_INK, "plain"),
    _seat("seat 2", "2", "#f08a24", DARK_INK, "bars"),
    _seat("seat 3", "3", "#0f8060", LIGHT_INK, "slashes"),
    _seat("seat 4", "4", "#e58fc0", DARK_INK, "dots"),
    _seat("seat 5", "5", "#f5e04a", DARK_INK, "lines"),
    _seat("seat 6", "6", "#3a3340", LIGHT_INK, "crosses"),
)
"""By seat number, from 0; the letter is the number that people see."""
TEAM_SEATS: Final[tuple[Tint, ...]] = (
    _seat("team 1 first", "1", "#1d5fc4", LIGHT_INK, "plain"),
    _seat("team 1 second", "2", "#93c0f5", DARK_INK, "dots"),
    _seat("team 2 first", "3", "#bb4410", LIGHT_INK, "bars"),
    _seat("team 2 second", "4", "#fbb469", DARK_INK, "lines"),
    _seat("team 3 first", "5", "#2b6a45", LIGHT_INK, "slashes"),
    _seat("team 3 second", "6", "#9fd6a6", DARK_INK, "crosses"),
)
"""Two by two: teammates wear one hue, the first to play its dark shade (A-1)."""


@cache
def seat_tints(teams: tuple[tuple[int, ...], ...]) -> tuple[Tint, ...]:
    """The tint of each seat, by its number; teammates are seen to belong together.

    >>> [tint.letter + " " + tint.name for tint in seat_tints(((2, 0), (1, 3)))]
    ['1 team 1 second', '2 team 2 first', '3 team 1 first', '4 team 2 second']
    """
    if not teams:
        return SEATS
    worn = dict(zip((seat for team in teams for seat in team), TEAM_SEATS, strict=False))
    return tuple(replace(worn[seat], letter=str(seat + 1)) for seat in sorted(worn))


@dataclass(frozen=True, slots=True)
class MapColours:
    """The colours of a map: by day warm paper, by night ink blue with lamps."""

    sea: str
    wave: str
    wave2: str
    land: str
    home: str
    coast: str
    park: str
    ink: str
    """Names and outlines."""
    halo: str
    """Behind names; the names' contrast is measured against it."""
    edge: str
    """Round spaces and trains; at least 3:1 against sea, land and home."""
    bed: str
    """The line below the spaces of a route."""
    relief: str
    """Borders and the hachures of mountains; what is on the land stands out from them too."""
    lamp: str
    """The light of a city, and of what can be claimed."""
    glow: str
    """Below what can be claimed and is wanted; a tone of no card and no route."""
    ring: str
    """Round a city that somebody wants to reach; a colour of no card and no seat."""
    stripe: str
    stripe2: str
    panel: str


_MAP_COLOURS: Final = {
    # light, dark, print
    "sea": ("#bfd2d4", "#0c1528", "#ffffff"),
    "wave": ("#adc4c8", "#121f38", "#ffffff"),
    "wave2": ("#a9c2c7", "#162542", "#f0f0f0"),
    "land": ("#ddd3b8", "#1b2a47", "#f6f6f6"),
    "home": ("#ede3c8", "#243759", "#eeeeee"),
    "coast": ("#7f9699", "#4a6390", "#888888"),
    "park": ("#cfdab0", "#24473f", "#e4e4e4"),
    "ink": ("#14213a", "#fbf3de", "#000000"),
    "halo": ("#fbf6e8", "#0c1426", "#ffffff"),
    "edge": ("#26324b", "#e9e0c8", "#222222"),
    "bed": ("#7b7157", "#8798c0", "#757575"),
    "relief": ("#b5a478", "#4a6291", "#bbbbbb"),
    "lamp": ("#f2b632", "#ffce54", "#ffffff"),
    "glow": ("#e85aa6", "#c2478f", "#d8d8d8"),
    "ring": ("#b81657", "#ff6fa8", "#c2185b"),
    "stripe": ("#1d2f57", "#2b4374", "#666666"),
    "stripe2": ("#f2b632", "#e5aa2f", "#ffffff"),
    "panel": ("#eef0e4", "#121e37", "#ffffff"),
}
MAPS: Final[dict[Theme, MapColours]] = {
    "light": MapColours(**{name: row[0] for name, row in _MAP_COLOURS.items()}),
    "dark": MapColours(**{name: row[1] for name, row in _MAP_COLOURS.items()}),
    "print": MapColours(**{name: row[2] for name, row in _MAP_COLOURS.items()}),
    # Inside a page the stylesheet says what each colour is: one picture serves day and night.
    "page": MapColours(**{name: f"var(--map-{name})" for name in _MAP_COLOURS}),
}


def mix(one: str, two: str, share: float) -> str:
    """The colour that is ``share`` of the first and the rest of the second.

    >>> mix("#ffffff", "#000000", 0.5)
    '#808080'
    """
    pairs = zip(bytes.fromhex(one[1:]), bytes.fromhex(two[1:]), strict=True)
    return "#" + bytes(round(a * share + b * (1 - share)) for a, b in pairs).hex()


def luminance(colour: str) -> float:
    """The relative luminance of a colour (WCAG 2.2)."""
    parts = [value / 255 for value in bytes.fromhex(colour[1:])]
    red, green, blue = (v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, two: str) -> float:
    """The contrast ratio of two colours (WCAG 2.2), from 1 to 21.

    >>> round(contrast("#ffffff", "#000000"))
    21
    """
    dark, light = sorted((luminance(one), luminance(two)))
    return (light + 0.05) / (dark + 0.05)


def pattern_svg(tint: Tint, *, stroke: float = 1.3) -> str:
    """The pattern of a tint as an SVG path, or nothing where it is plain."""
    if not tint.strokes:
        return ""
    # A mixed colour, not opacity: every half-transparent shape costs the rasteriser a layer.
    colour = mix(tint.ink, tint.fill, 0.72)
    if tint.solid:
        return f'<path d="{tint.strokes}" fill="{colour}"/>'
    return f'<path d="{tint.strokes}" fill="none" stroke="{colour}" stroke-width="{stroke}"/>'


def card_svg(card: str, *, height: int) -> str:
    """A small picture of a card: a luggage label in the card's colour, letter and pattern.

    It is decoration beside a text.

    :raises KeyError: if there is no such card.
    """
    tint = CARDS[card]
    width = round(height * 34 / 44)
    if card == LOCOMOTIVE.name:
        middle = (
            '<path d="M-9 7V-3q0-7 9-7t9 7V7z" fill="#33497a" stroke="#ffd35c" stroke-width="1.4"/>'
            '<circle cy="-3" r="3.2" fill="#ffd35c"/>'
            '<path d="M-9 10H9M-6 13H6" stroke="#ffd35c" stroke-width="1.4"/>'
        )
    else:
        middle = f'<g transform="rotate(90)scale(1.15)">{pattern_svg(tint)}</g>'
    y = -14.5 if card == LOCOMOTIVE.name else 0
    size = 8 if card == LOCOMOTIVE.name else 15
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="card-picture" viewBox="-17 -22 34 44" '
        f'width="{width}" height="{height}" aria-hidden="true">'
        f'<rect x="-16" y="-21" width="32" height="42" rx="5" fill="{tint.fill}" '
        f'stroke="#12182b" stroke-width="1.5"/>'
        f'<rect x="-13.5" y="-18.5" width="27" height="37" rx="3" fill="none" stroke="{tint.ink}" '
        f'stroke-width=".8" opacity=".55"/>{middle}'
        f'<text y="{y + size * 0.36:g}" text-anchor="middle" fill="{tint.ink}" font-weight="600" '
        f'font-size="{size}" font-family="{FONT}">'
        f"{tint.letter}</text></svg>"
    )
