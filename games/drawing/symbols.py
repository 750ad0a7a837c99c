"""The pieces that stand on a board many times: spaces, wagons, the bullet train, badges."""

from __future__ import annotations

from collections.abc import Sequence

from engine.board import Board
from engine.board.picture import Picture
from games.drawing import built
from games.drawing.glyphs import glyph, word
from games.drawing.palette import (
    BULLET,
    DARK_INK,
    LIGHT_INK,
    ROUTES,
    MapColours,
    Tint,
    contrast,
    pattern_svg,
)
from games.drawing.placing import PEAK


def definitions(board: Board, picture: Picture, colours: MapColours, *, small: bool) -> str:
    """The definitions of all pieces that a board needs for any players."""
    long, wide = picture.space_length, picture.space_width
    kinds = {(track.kind, track.colour) for track in board.tracks.values()}
    spaces = "".join(
        _bullet_space(f"nm-b-{colour}", long, wide, colours, small=small)
        if kind == "bullet"
        else _space(kind, ROUTES[colour], long, wide, colours, small=small)
        for kind, colour in sorted(kinds)
    )
    ferries = sorted(colour for kind, colour in kinds if kind == "ferry")
    spaces += (_locomotive(colours) if ferries else "") + "".join(
        f'<g id="nm-f-{colour}-mark"><use href="#nm-f-{colour}"/><use href="#nm-locomotive"/></g>'
        for colour in ferries
    )
    spaces += _peak() if any(kind == "mountain" for kind, _ in kinds) else ""
    sets = {
        (track.colour, track.set_size)
        for track in board.tracks.values()
        if track.most_sets and track.kind == "normal"
    }
    spaces += "".join(
        _set_space(size, ROUTES[colour], long, wide, colours, small=small)
        for colour, size in sorted(sets)
    )
    box, look = _box(long, wide), f'fill="none" stroke="{colours.bed}" stroke-width="1.5"'
    faint = f'<rect id="nm-faint" {box} rx="3" fill="{colours.land}" stroke="{colours.bed}"/>'
    hollow = f'<rect id="nm-hollow" {box} {look}/>' if small else ""
    bullet = f'<g id="nm-express">{express(small=small)}</g>' if board.bullet_trains else ""
    turned_up = {track.turns_up for track in board.tracks.values()} - {0}
    badges = "".join(_tunnel_badge(number, colours) for number in sorted(turned_up))
    return f"<defs>{spaces}{faint}{hollow}{bullet}{badges}</defs>"


def wagons(tints: Sequence[Tint], board: Board, picture: Picture, *, small: bool) -> str:
    """The definitions of a wagon for each seat, in its tint, and of what it builds in cities."""
    draw = _plain_wagon if small else _wagon
    long, wide = picture.space_length, picture.space_width
    drawn = "".join(draw(seat, tint, long, wide) for seat, tint in enumerate(tints))
    return f"<defs>{drawn}{built.definitions_of(board, tints, small=small)}</defs>"


def _box(long: float, wide: float) -> str:
    """The attributes of a rectangle of a space."""
    return f'x="{-long / 2:g}" y="{-wide / 2:g}" width="{long:g}" height="{wide:g}"'


def _space(
    kind: str, tint: Tint, long: float, wide: float, colours: MapColours, *, small: bool
) -> str:
    name = f"nm-{kind[0]}-{tint.name}"
    box = _box(long, wide)
    portal = ""
    if kind == "tunnel":
        # Within the ends of the space: a row of them stays a row of spaces.
        at, high = long / 2 - 2, wide / 2 + 2.5
        portal = (
            f'<path d="M{-at:g}{-high:g}v{2 * high:g}M{at:g}{-high:g}v{2 * high:g}" '
            f'stroke="{colours.edge}" stroke-width="3.6"/>'
        )
    if kind == "ferry":
        waves = "q2.5-3 5 0t5 0 5 0 5 0" if wide < 20 else "q3-4 6 0t6 0 6 0 6 0"
        portal = (
            f'<path d="M-10 {wide / 2 - 2.5:g}{waves}" fill="none" stroke="{tint.ink}" '
            f'stroke-width="1.5" stroke-linecap="round"/>'
        )
    # White is nearly the colour of the paper: its outline has to hold it.
    edge = f' stroke="{colours.edge}" stroke-width="{1.9 if tint.name == "white" else 1.3:g}"'
    if small:
        # An outline only where the colour alone does not stand out: each one costs bytes.
        grounds = (colours.sea, colours.land, colours.home, colours.park)
        plain = all(g.startswith("#") and contrast(tint.fill, g) >= 3 for g in grounds)
        letter = glyph(tint.letter, tint.ink, 14) if tint.letter else ""
        outline = "" if plain else edge
        return f'<g id="{name}"><rect {box} fill="{tint.fill}"{outline}/>{letter}{portal}</g>'
    letter = glyph(tint.letter, tint.ink, 11.5) if tint.letter else ""
    return (
        f'<g id="{name}"><rect {box} rx="3" fill="{tint.fill}"{edge}/>{pattern_svg(tint)}{letter}'
        f"{portal}</g>"
    )


def _locomotive(colours: MapColours) -> str:
    """The sign of a space of a ferry that asks for a locomotive: one on a dark disc (M-1)."""
    return (
        f'<g id="nm-locomotive"><circle r="9.5" fill="{DARK_INK}" stroke="{colours.lamp}" '
        'stroke-width="1.4"/>'
        f'<path d="M-5.5 2.5V-1H-1V-4.5H-2V-6H6V-4.5H5V2.5zM-4.5-1V-4h2V-1" fill="{LIGHT_INK}"/>'
        f'<path d="M-6.3 2.5h12.6" stroke="{LIGHT_INK}" stroke-width="1.2"/>'
        f'<circle cx="-3.2" cy="4.6" r="1.9" fill="{LIGHT_INK}"/>'
        f'<circle cx="2.6" cy="4.6" r="1.9" fill="{LIGHT_INK}"/></g>'
    )


def _peak() -> str:
    """A crossing of a mountain: a peak whose foot has its middle at the origin (M-5)."""
    half, high = PEAK[0] / 2, PEAK[1]
    outline = f"M{-half:g} 0L0-{high:g}L{half:g} 0z"
    return (
        f'<g id="nm-peak"><path d="{outline}" fill="{DARK_INK}" stroke="{LIGHT_INK}" '
        f'stroke-width="2.4" stroke-linejoin="round" paint-order="stroke"/>'
        f'<path d="M-3.2-{high - 5:g}L0-{high - 0.4:g}L3.2-{high - 5:g}l-2-.8-1.2 1.6-1.2-1.6z" '
        f'fill="{LIGHT_INK}"/></g>'
    )


def set_space_name(colour: str, size: int) -> str:
    """The name of a space that a set of n cards may pay for (M-3)."""
    return f"nm-n-{colour}-set-{size}"


def _set_space(
    size: int, tint: Tint, long: float, wide: float, colours: MapColours, *, small: bool
) -> str:
    """A space that a card of its colour pays for, or n cards of any kind: "4:1" (M-3)."""
    name = f"nm-n-{tint.name}"
    space = _space("normal", tint, long, wide, colours, small=small)
    named = space.replace(name, set_space_name(tint.name, size), 1).removesuffix("</g>")
    return f"{named}{word(f'{size}:1', tint.ink, 14 if small else 12.5)}</g>"


def _bullet_space(name: str, long: float, wide: float, colours: MapColours, *, small: bool) -> str:
    """A space of a bullet route: round-ended, in the hue of no card, with rails or a nose."""
    body = (
        f'<rect {_box(long, wide)} rx="{wide / 2:g}" fill="{BULLET.fill}" '
        f'stroke="{colours.edge}" stroke-width="1.4"/>'
    )
    rails = f'<path d="{BULLET.strokes}" stroke="{BULLET.ink}" stroke-width="1.2"/>'
    nose = (
        f'<path d="M-10 3.6V-3.6H2C6-3.6 9-.5 10.5 2.5 11 3.5 10 3.6 9 3.6z" '
        f'fill="{BULLET.ink}"/><path d="M-7.5-1h6" stroke="{BULLET.fill}" stroke-width="1.5"/>'
    )
    if small:
        return f'<g id="{name}">{body}</g><g id="{name}-mark">{body}{rails}</g>'
    return f'<g id="{name}">{body}{rails}</g><g id="{name}-mark">{body}{nose}</g>'


def express(*, small: bool) -> str:
    """The bullet train: long-nosed, in the hue of its routes, a white line along its side."""
    nose = "C17-7.5 26-2 29.5 3.5 30.8 6 29 7.5 27 7.5"
    body = f"M-28-7.5H8{nose}H-28q-2.5 0-2.5-2.5V-5q0-2.5 2.5-2.5z"
    hull = (
        f'<path d="{body}" fill="{BULLET.fill}" stroke="{LIGHT_INK}" stroke-width="5.5" '
        f'stroke-linejoin="round"/><path d="{body}" fill="{BULLET.fill}" stroke="{DARK_INK}" '
        'stroke-width="2"/>'
    )
    stripe = f'<path d="M-30 3.6H28" stroke="{LIGHT_INK}" stroke-width="3"/>'
    if small:
        return hull + stripe
    windows = "M-25-2.8h4.5M-18-2.8h4.5M-11-2.8h4.5M-4-2.8h4.5M3-2.8h4.5"
    return (
        f'{hull}{stripe}<path d="{windows}" stroke="{DARK_INK}" stroke-width="3"/>'
        f'<path d="M11-4.3h4q4 1 6.5 3.7H11z" fill="{DARK_INK}"/>'
    )


def _tunnel_badge(number: int, colours: MapColours) -> str:
    """The mouth of a tunnel with "+4?" in it: as many cards are turned up, and may cost more."""
    return (
        f'<g id="nm-up-{number}"><path d="M-13.5 8.5V0Q-13.5-8.5-5-8.5H5Q13.5-8.5 13.5 0V8.5z" '
        f'fill="{DARK_INK}" stroke="{colours.lamp}" stroke-width="1.6" stroke-linejoin="round"/>'
        f"{word(f'+{number}?', LIGHT_INK, 14)}</g>"
    )


def _hull(long: float, wide: float) -> str:
    """The outline of a wagon: pointed at both ends, where a space is square."""
    half, high, slant = long / 2 + 2.5, wide / 2 + 1.5, 4.5
    return (
        f"M{-half:g} 0L{slant - half:g}-{high:g}H{half - slant:g}L{half:g} 0 "
        f"{half - slant:g} {high:g}H{slant - half:g}z"
    )


def _plain_wagon(seat: int, tint: Tint, long: float, wide: float) -> str:
    """A wagon for small pictures, and the number that a whole train carries once."""
    return (
        f'<path id="nm-car-{seat}" d="{_hull(long, wide)}" fill="{tint.fill}"/>'
        f'<g id="nm-seat-{seat}"><circle r="12" fill="{DARK_INK}" stroke="{LIGHT_INK}"/>'
        f"{glyph(tint.letter, LIGHT_INK, 22)}</g>"
    )


def _wagon(seat: int, tint: Tint, long: float, wide: float) -> str:
    """A wagon: a number on a white disc, where a space has a letter on its colour."""
    return (
        f'<g id="nm-seat-{seat}"><path d="{_hull(long, wide)}" fill="{tint.fill}" '
        f'stroke="{DARK_INK}" stroke-linejoin="round"/>{pattern_svg(tint, stroke=1.8)}'
        f'<circle r="{wide / 2 + 0.5:g}" fill="{LIGHT_INK}"/>{glyph(tint.letter, DARK_INK, 14)}</g>'
    )
