"""The base map below the routes: sea, land, lakes, frames and border; the cities above them."""

from __future__ import annotations

from collections import defaultdict

from engine.board import Board
from engine.board.picture import CityMark, Panel, Picture
from games.common.markup import escape
from games.drawing.palette import FONT, MapColours
from games.drawing.placing import beams


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
        landed = any(shape.kind == "land" for shape in shapes[key])
        parts.append(f'<rect {box} fill="{colours.sea if landed else colours.home}"/>')
        parts += [
            _shape(shape.kind, shape.path, colours, waves=main, small=small)
            for shape in shapes[key]
        ]
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
    stripes: dict[str, list[str]] = {colours.stripe: [], colours.stripe2: []}
    tones = list(stripes)
    step, thick, slant = 22.0, 12.0, 12.0
    for n in range(int(wide / step)):
        x = n * step + 10
        for y, tall in ((0.0, top), (bottom, high - bottom)):
            if x + thick + slant < wide:
                stripes[tones[n % 2]].append(
                    f"M{x + slant:g} {y:g}h{thick:g}l-{slant:g} {tall:g}h-{thick:g}z"
                )
    for n in range(int((bottom - top) / step)):
        y = top + n * step
        for x, across in ((0.0, left), (right, wide - right)):
            if y + thick + slant <= bottom + 2:
                stripes[tones[n % 2]].append(
                    f"M{x:g} {y + slant:g}l{across:g}-{slant:g}v{thick:g}l-{across:g} {slant:g}z"
                )
    return ring + "".join(
        f'<path d="{"".join(pieces)}" fill="{tone}"/>' for tone, pieces in stripes.items()
    )


def _shape(kind: str, path: str, colours: MapColours, *, waves: bool, small: bool) -> str:
    if small:
        # Hard edges and no coastline: half of the bytes of a small picture would be its shore.
        tone = {"land": colours.land, "home": colours.home, "park": colours.park}.get(kind)
        if kind in ("border", "river", "mountain"):
            return ""
        return f'<path d="{path}" fill="{tone or colours.sea}" shape-rendering="crispEdges"/>'
    line = 'fill="none" stroke='
    looks = {
        "land": f'fill="{colours.land}" stroke="{colours.coast}" stroke-width="1.6" '
        'stroke-linejoin="round"',
        "home": f'fill="{colours.home}"',
        "border": f'{line}"{colours.border}" stroke-width="2" stroke-dasharray="7 5"',
        "mountain": f'{line}"{colours.relief}" stroke-width="1.3" stroke-linecap="round" '
        'stroke-linejoin="round"',
        "river": f'{line}"{colours.wave2}" stroke-width="9" stroke-linejoin="round" '
        'stroke-linecap="round"',
        "park": f'fill="{colours.park}"',
        "water": f'fill="{colours.sea}" stroke="{colours.coast}" stroke-width="1.4"',
    }
    rings = "".join(
        f'<path d="{path}" {line}"{tone}" stroke-width="{width}" stroke-linejoin="round"/>'
        for tone, width in ((colours.wave, 22), (colours.wave2, 9))
        if waves and kind == "land"
    )
    return f'{rings}<path d="{path}" {looks[kind]}/>'


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
