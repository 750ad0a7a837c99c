"""The base map below the routes: sea, land, lakes, frames and border; the cities above them."""

from __future__ import annotations

from collections import defaultdict

from engine.board import Board
from engine.board.picture import CityMark, Panel, Picture, Shape
from games.common.markup import escape
from games.drawing.palette import FONT, MapColours
from games.drawing.placing import beams

LINES = ("border", "river", "mountain")
"""Kinds of shapes that are lines."""


def base_map(name: str, picture: Picture, colours: MapColours, *, small: bool) -> str:
    """Everything that lies below the routes of a board of this name."""
    parts = []
    if small:
        parts.append(
            f'<path d="M0 0H{picture.width:g}V{picture.height:g}H0z" fill="{colours.stripe}"/>'
        )
    shapes = defaultdict(list)
    for shape in picture.shapes:
        shapes[shape.panel].append(shape)
    for key, panel in picture.panels.items():
        main = key == "main"
        box = (
            f'x="{panel.left:g}" y="{panel.top:g}" width="{panel.width:g}" '
            f'height="{panel.height:g}" rx="{6 if main else 10}"'
        )
        parts.append(_ground(key, shapes[key], box, colours, small=small))
        if main:
            parts.append(_beams(picture, colours, small=small))
        if main and not small:
            parts.append(_postmark(name, picture, colours))
            parts.append(_envelope(picture, panel, colours))
        edge = f'stroke="{colours.ink}" stroke-width="{2 if main else 2.5}"'
        parts.append(f'<rect {box} fill="none" {edge}/>')
        if panel.title:
            parts.append(
                f'<text x="{panel.left + 16:g}" y="{panel.top + 30:g}" font-family="{FONT}" '
                f'font-weight="600" font-size="{picture.type_size * 1.15:g}" letter-spacing="3" '
                f'fill="{colours.ink}">{escape(panel.title.upper())}</text>'
            )
    return "".join(parts)


def _beams(picture: Picture, colours: MapColours, *, small: bool) -> str:
    """The light that a city throws on the inset which shows its surroundings."""
    light, lines = [], []
    for beam in beams(picture):
        (ax, ay), (bx, by) = beam.base
        x, y = beam.tip
        light.append(f"M{x:g} {y:g}L{ax:g} {ay:g}L{bx:g} {by:g}z")
        lines.append(f"M{ax:g} {ay:g}L{x:g} {y:g}L{bx:g} {by:g}")
    if not light:
        return ""
    if small:
        return f'<path d="{"".join(lines)}" fill="none" stroke="{colours.ink}" stroke-width="1.5"/>'
    return (
        f'<path d="{"".join(light)}" fill="{colours.lamp}" fill-opacity=".35"/>'
        f'<path d="{"".join(lines)}" fill="none" stroke="{colours.ink}" stroke-width="1.5" '
        'stroke-dasharray="1 5" stroke-linecap="round"/>'
    )


def _postmark(name: str, picture: Picture, colours: MapColours) -> str:
    """The stamp of the night mail: two rings, the board's name and the waves that cancel."""
    if picture.postmark is None:
        return ""
    x, y = picture.postmark
    words = "".join(
        f'<text y="{at}" font-size="{size}" letter-spacing="{space}">{escape(text.upper())}</text>'
        for text, at, size, space in (
            ("Night", -15, 12, 3),
            (name, 6, min(20, 96 / len(name)), 1),
            ("Mail", 24, 12, 3),
        )
    )
    waves = "".join(f"M46 {at}q9-7 18 0t18 0 18 0" for at in (-18, -6, 6, 18))
    return (
        f'<g transform="translate({x:g} {y:g})rotate(-12)" fill="{colours.coast}" '
        f'font-family="{FONT}" font-weight="600" text-anchor="middle">'
        '<path d="M-44 0a44 44 0 1 0 88 0a44 44 0 1 0-88 0z'
        f"M-38 0a38 38 0 1 0 76 0a38 38 0 1 0-76 0z"
        f'M-36-10H36M-36 12H36{waves}" fill="none" stroke="{colours.coast}" stroke-width="2"/>'
        f"{words}</g>"
    )


def _envelope(picture: Picture, panel: Panel, colours: MapColours) -> str:
    """The border of an air-mail envelope, by night: slanted stripes all round the frame."""
    wide, high = picture.width, picture.height
    left, top = panel.left, panel.top
    right, bottom = left + panel.width, top + panel.height
    ring = (
        f'<path d="M0 0H{wide:g}V{high:g}H0zM{left:g} {top:g}V{bottom:g}H{right:g}V{top:g}z" '
        f'fill="{colours.halo}"/>'
    )
    sides = (
        (f"translate(0 {top / 2:g})skewX(-31)", f"M0 0H{wide:g}", top),
        (f"translate(0 {(bottom + high) / 2:g})skewX(-31)", f"M0 0H{wide:g}", high - bottom),
        (f"translate({left / 2:g} {top:g})skewY(-31)", f"M0 0V{bottom - top:g}", left),
        (f"translate({(right + wide) / 2:g} {top:g})skewY(-31)", f"M0 0V{bottom - top:g}", left),
    )
    return ring + "".join(
        f'<path d="{line}" stroke="{tone}" stroke-width="{width:g}" stroke-dasharray="12 32" '
        f'stroke-dashoffset="{offset}" transform="{moved}"/>'
        for moved, line, width in sides
        for tone, offset in ((colours.stripe, 0), (colours.stripe2, 22))
    )


def _ground(key: str, shapes: list[Shape], box: str, colours: MapColours, *, small: bool) -> str:
    """Sea and land of a panel, and what lies on the land."""
    coasts = [shape for shape in shapes if shape.kind in ("land", "home")]
    sea = f'<rect {box} fill="{colours.sea if coasts else colours.home}"/>'
    tones = {"land": colours.land, "home": colours.home, "park": colours.park}
    if small:
        # Hard edges and no coastline: half of the bytes of a small picture would be its shore.
        return sea + "".join(
            f'<path d="{shape.path}" fill="{tones.get(shape.kind, colours.sea)}" '
            'shape-rendering="crispEdges"/>'
            for shape in shapes
            if shape.kind not in (*LINES, "water")
        )
    # The outline of the land is sent once, and drawn for waves and land.
    names = [f"nm-{key}-{number}" for number in range(len(coasts))]
    defined = "".join(
        f'<path id="{name}" d="{shape.path}"/>' for name, shape in zip(names, coasts, strict=True)
    )
    waves = "".join(
        f'<use href="#{name}" fill="none" stroke="{colours.wave}" stroke-width="15" '
        'stroke-linejoin="bevel" shape-rendering="crispEdges"/>'
        for name in names
        if key == "main"
    )
    land = "".join(
        f'<use href="#{name}" fill="{tones[shape.kind]}" stroke="{colours.coast}" '
        'stroke-width="1.6"/>'
        for name, shape in zip(names, coasts, strict=True)
    )
    return f"{sea}<defs>{defined}</defs>{waves}{land}{_inland(shapes, colours)}"


def _inland(shapes: list[Shape], colours: MapColours) -> str:
    """What lies on the land; all lines in one tone are one path, for each costs a rasteriser."""
    looks = {
        ("park",): f'fill="{colours.park}"',
        ("water",): f'fill="{colours.sea}" stroke="{colours.coast}"',
        ("border", "mountain"): f'fill="none" stroke="{colours.relief}" stroke-width="1.2"',
        ("river",): f'fill="none" stroke="{colours.wave2}" stroke-width="1.8"',
    }
    found = (
        ("".join(shape.path for shape in shapes if shape.kind in kinds), look)
        for kinds, look in looks.items()
    )
    return "".join(f'<path d="{path}" {look}/>' for path, look in found if path)


def circle(place: CityMark, r: float) -> str:
    """A circle round a city, as data of a path."""
    return (
        f"M{place.x - r:g} {place.y:g}a{r:g} {r:g} 0 1 0 {2 * r:g} 0a{r:g} {r:g} 0 1 0-{2 * r:g} 0z"
    )


def square(place: CityMark, r: float) -> str:
    """The sign of an end place of a country (M-8)."""
    return f"M{place.x - r:g} {place.y - r:g}h{2 * r:g}v{2 * r:g}h-{2 * r:g}z"


def draw_cities(board: Board, picture: Picture, colours: MapColours, *, small: bool) -> str:
    """The cities of a board with their names: discs, junctions, end places of countries."""
    r = picture.city_radius
    discs, lamps, junctions, crossings, names = [], [], [], [], []
    for city, places in picture.places.items():
        for place in places:
            if board.cities[city].junction:
                junctions.append(
                    f"M{place.x - r:g} {place.y:g}l{r:g}-{r:g} {r:g} {r:g}-{r:g} {r:g}z"
                )
            elif board.cities[city].country:
                crossings.append(square(place, r * 0.85))
                lamps.append(square(place, r * 0.4))
            else:
                discs.append(circle(place, r))
                lamps.append(circle(place, r * 0.52))
            lines = "".join(
                f'<tspan x="{place.label_x:g}" y="{place.label_y + n * picture.leading:g}">'
                f"{escape(text)}</tspan>"
                for n, text in enumerate(place.lines)
            )
            anchor = "" if place.anchor == "start" else f' text-anchor="{place.anchor}"'
            names.append(f"<text{anchor}>{lines}</text>")
    halo = f' stroke="{colours.halo}" stroke-width="4" stroke-linejoin="round"'
    halo = "" if small else f'{halo} paint-order="stroke"'
    edge = f'stroke="{colours.edge}"'
    wick = "" if small else f' {edge} stroke-width="1.2"'
    dots = (
        f'<path d="{"".join([*discs, *crossings])}" fill="{colours.halo}" {edge} stroke-width="2"/>'
        f'<path d="{"".join(lamps)}" fill="{colours.lamp}"{wick}/>'
    )
    if junctions:
        dots += (
            f'<path d="{"".join(junctions)}" fill="{colours.lamp}" {edge} stroke-width="2.5" '
            'stroke-linejoin="round"/>'
        )
    return (
        f'{dots}<g font-family="{FONT}" font-weight="600" '
        f'font-size="{picture.type_size:g}" fill="{colours.ink}"{halo}>{"".join(names)}</g>'
    )
