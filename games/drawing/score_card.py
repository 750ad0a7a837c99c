"""The names and points beside a board, for pictures that leave the site."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from typing import Final

from PIL import ImageFont

from games.drawing.geometry import TYPE
from games.drawing.palette import FONT, Tint, pattern_svg

INK: Final = "#fffaf0"
SOFT: Final = "#a9b8d6"
LAMP: Final = "#ffce54"
GROUND: Final = "#101b31"
LINE: Final = "#1c2b4b"
FIRST: Final = "#2b3a5c"
MARGIN: Final = 20
SIGN: Final = 34
TOP: Final = 148
"""The height at which the first line begins."""
NO_LETTER: Final = "\uffff"


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """A side: the tints of its seats, its name, its points, and a few words below the name.

    Of the ``details`` the first that has room is shown; ``first`` marks the winners, or the side
    that is to move or has just moved.
    """

    tints: tuple[Tint, ...]
    name: str
    points: int
    details: tuple[str, ...]
    first: bool = False


@dataclass(frozen=True, slots=True)
class ScoreCard:
    """The text beside a board: its name, that of the game, its state, and a line a side."""

    board: str
    game: str
    status: str
    lines: tuple[ScoreLine, ...]


def score_card_svg(card: ScoreCard, width: int, height: int) -> str:
    """The card as SVG of this size in pixels. Texts are cut to fit; markup in them is text."""
    inner = width - 2 * MARGIN
    step = min(84, (height - TOP - 70) // max(len(card.lines), 1))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">',
        f'<g font-family="{FONT}" font-weight="600">',
        f'<rect width="{width}" height="{height}" fill="{GROUND}"/>',
        f'<circle cx="{MARGIN + 9}" cy="40" r="9" fill="{LAMP}"/>',
        f'<circle cx="{MARGIN + 9}" cy="40" r="4" fill="{INK}"/>',
        _text("Night Mail", MARGIN + 28, 48, 24, LAMP, inner),
        _text(card.board, MARGIN, 92, 34, INK, inner),
        _text(card.game, MARGIN, 120, 19, SOFT, inner),
    ]
    for number, line in enumerate(card.lines):
        parts.append(_line(line, TOP + number * step, step - 8, width))
    parts.append(_text(card.status, MARGIN, height - 24, 24, LAMP, inner))
    parts.append("</g></svg>")
    return "".join(parts)


def _line(line: ScoreLine, top: float, height: float, width: int) -> str:
    middle = top + height / 2
    signs = "".join(
        f'<g transform="translate({MARGIN + 10 + SIGN / 2 + number * (SIGN + 4):g} {middle:g})">'
        f'<rect x="{-SIGN / 2:g}" y="{-SIGN / 2:g}" width="{SIGN}" height="{SIGN}" rx="7" '
        f'fill="{tint.fill}" stroke="{INK}" stroke-width="1.6"/>'
        f"{pattern_svg(tint)}"
        f'<text y="7.5" font-size="21" text-anchor="middle" fill="{tint.ink}" stroke="{tint.fill}" '
        f'stroke-width="3" paint-order="stroke">{tint.letter}</text></g>'
        for number, tint in enumerate(line.tints)
    )
    left = MARGIN + 20 + len(line.tints) * (SIGN + 4)
    right = width - MARGIN - 12
    points = str(line.points)
    room = right - left - _length(points, 32) - 10
    fitting = (text for text in line.details if _length(text, 16) <= room)
    detail = next(fitting, line.details[-1] if line.details else "")
    ground = FIRST if line.first else LINE
    edge = f' stroke="{LAMP}" stroke-width="2.5"' if line.first else ""
    return (
        f'<rect x="{MARGIN}" y="{top:g}" width="{width - 2 * MARGIN}" height="{height:g}" rx="9" '
        f'fill="{ground}"{edge}/>{signs}'
        + _text(line.name, left, middle - 1 if detail else middle + 8, 22, INK, room)
        + _text(detail, left, middle + 20, 16, SOFT, room)
        + f'<text x="{right}" y="{middle + 11:g}" font-size="32" text-anchor="end" fill="{INK}">'
        f"{points}</text>"
    )


def _text(text: str, x: float, y: float, size: int, colour: str, room: float) -> str:
    if not text:
        return ""
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size}" fill="{colour}">'
        f"{escape(fit(text, size, room))}</text>"
    )


def fit(text: str, size: int, room: float) -> str:
    """The text, or as much of its beginning as has room, with an ellipsis.

    >>> fit("Alice", 20, 200)
    'Alice'
    >>> fit("A very long name of a player", 20, 100).endswith("…")
    True
    """
    if _length(text, size) <= room:
        return text
    while text and _length(text + "…", size) > room:
        text = text[:-1].rstrip()
    return text + "…"


def can_write(text: str) -> bool:
    """Whether the typeface has every letter of a text.

    >>> can_write("Zoë"), can_write("Анна"), can_write("夜")
    (True, False, False)
    """
    return all(_has(letter) for letter in text)


def names_that_can_be_written(names: Sequence[str], instead: Sequence[str]) -> list[str]:
    """The names, with another text for each that the typeface cannot write."""
    return [name if can_write(name) else other for name, other in zip(names, instead, strict=True)]


@lru_cache(maxsize=2000)
def _has(letter: str) -> bool:
    font = _font(20)
    return letter == " " or bytes(font.getmask(letter)) != bytes(font.getmask(NO_LETTER))


def _length(text: str, size: int) -> float:
    return float(_font(size).getlength(text))


@lru_cache(maxsize=16)
def _font(size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(TYPE), size)
