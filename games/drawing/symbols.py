"""The pieces that stand on a board many times: spaces, wagons, the bullet train."""

from __future__ import annotations

from collections.abc import Sequence

from engine.board import Board
from engine.board.picture import Picture
from games.drawing.glyphs import glyph
from games.drawing.palette import (
    DARK_INK,
    LIGHT_INK,
    ROUTES,
    MapColours,
    Tint,
    contrast,
    pattern_svg,
)


def definitions(board: Board, picture: Picture, colours: MapColours, *, small: bool) -> str:
    long, wide = picture.space_length, picture.space_width
    kinds = {(track.kind, track.colour) for track in board.tracks.values()}
    spaces = "".join(
        _space(kind, ROUTES[colour], long, wide, colours, small=small)
        for kind, colour in sorted(kinds)
    )
    faint = (
        f'<rect id="nm-faint" x="{-long / 2:g}" y="{-wide / 2:g}" width="{long:g}" '
        f'height="{wide:g}" rx="3" fill="{colours.land}" stroke="{colours.bed}"/>'
    )
    express = _express(colours, small=small) if board.bullet_trains else ""
    return f"<defs>{spaces}{faint}{express}</defs>"


def wagons(tints: Sequence[Tint], picture: Picture, colours: MapColours, *, small: bool) -> str:
    """The definitions of a wagon for each seat, in its tint."""
    long, wide = picture.space_length, picture.space_width
    draw = _badge if small else _wagon
    drawn = "".join(draw(seat, tint, long, wide, colours) for seat, tint in enumerate(tints))
    return f"<defs>{drawn}</defs>"


def _space(
    kind: str, tint: Tint, long: float, wide: float, colours: MapColours, *, small: bool
) -> str:
    name = f"nm-{kind[0]}-{tint.name}"
    box = f'x="{-long / 2:g}" y="{-wide / 2:g}" width="{long:g}" height="{wide:g}"'
    if kind == "bullet" and small:
        plain = (
            f'<rect {box} rx="{wide / 2:g}" fill="{tint.fill}" stroke="{colours.edge}" '
            'stroke-width="1.4"/></g>'
        )
        return f'<g id="{name}">{plain}<g id="{name}-mark">{plain}'
    if kind == "bullet":
        body = (
            f'<rect {box} rx="{wide / 2:g}" fill="{tint.fill}" stroke="{colours.edge}" '
            f'stroke-width="1.4"/><path d="M-11-3.2H11M-11 3.2H11" stroke="{tint.ink}" '
            'stroke-width="1"/>'
        )
        nose = (
            f'<g id="{name}-mark"><rect {box} rx="{wide / 2:g}" fill="{tint.fill}" '
            f'stroke="{colours.edge}" stroke-width="1.4"/>'
            f'<path d="M-10 3.6V-3.6H2C6-3.6 9-.5 10.5 2.5 11 3.5 10 3.6 9 3.6z" '
            f'fill="{tint.ink}"/><path d="M-7.5-1h6" stroke="{tint.fill}" '
            'stroke-width="1.5"/></g>'
        )
        return f'<g id="{name}">{body}</g>{nose}'
    portal = ""
    if kind == "tunnel":
        portal = (
            f'<path d="M{-long / 2:g}{-wide / 2:g}v{wide:g}M{long / 2:g}{-wide / 2:g}v{wide:g}" '
            f'stroke="{colours.edge}" stroke-width="5" stroke-linecap="round"/>'
        )
    edge = f' stroke="{colours.edge}" stroke-width="1.2"'
    if small:
        # An outline only where the colour alone does not stand out: each one costs bytes.
        is_distinct = colours.home.startswith("#") and contrast(tint.fill, colours.home) >= 3
        outline = "" if is_distinct else edge
        return f'<g id="{name}"><rect {box} fill="{tint.fill}"{outline}/>{portal}</g>'
    letter = glyph(tint.letter, tint.ink, 11.5) if tint.letter else ""
    return (
        f'<g id="{name}"><rect {box} rx="3" fill="{tint.fill}"{edge}/>{pattern_svg(tint)}{letter}'
        f"{portal}</g>"
    )


def _express(colours: MapColours, *, small: bool) -> str:
    """The bullet train: white, long-nosed, a blue line along its side."""
    nose = "C17-6.5 25-1.5 28.5 3.5 29.5 5.8 28 6.5 26 6.5"
    body = f"M-27-6.5H8{nose}H-27q-2.5 0-2.5-2.5V-4q0-2.5 2.5-2.5z"
    if small:
        return (
            f'<g id="nm-express"><path d="{body}" fill="#ffffff" stroke="{DARK_INK}" '
            'stroke-width="2"/><path d="M-28 2H24" stroke="#2f6cb3" stroke-width="4"/></g>'
        )
    windows = "M-25-2.5h4M-18-2.5h4M-11-2.5h4M-4-2.5h4M3-2.5h4"
    return (
        f'<g id="nm-express"><path d="{body}" fill="none" stroke="{colours.halo}" '
        f'stroke-width="5"/><path d="{body}" fill="#ffffff" stroke="{DARK_INK}" '
        'stroke-width="1.6"/>'
        f'<path d="M-29.5 3.2H27" stroke="#2f6cb3" stroke-width="2.6"/>'
        f'<path d="{windows}" stroke="{DARK_INK}" stroke-width="2.6"/>'
        f'<path d="M11-4h4q4 1 6 3.5H11z" fill="{DARK_INK}"/></g>'
    )


def _badge(seat: int, tint: Tint, long: float, wide: float, colours: MapColours) -> str:
    return (
        f'<g id="nm-seat-{seat}"><circle r="12" fill="{DARK_INK}"/>'
        f"{glyph(tint.letter, LIGHT_INK, 22)}</g>"
    )


def _wagon(seat: int, tint: Tint, long: float, wide: float, colours: MapColours) -> str:
    """A wagon: a number on a white disc, where a space has a letter on its colour."""
    half, high = long / 2 + 1, wide / 2 + 1
    return (
        f'<g id="nm-seat-{seat}"><rect x="{-half:g}" y="{-high:g}" width="{2 * half:g}" '
        f'height="{2 * high:g}" rx="4" fill="{tint.fill}" stroke="{DARK_INK}"/>'
        f"{pattern_svg(tint, stroke=1.8)}"
        f'<circle r="{high - 0.5:g}" fill="{LIGHT_INK}"/>{glyph(tint.letter, DARK_INK, 14)}</g>'
    )
