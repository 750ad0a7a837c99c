"""The cities of a board, with their names."""

from __future__ import annotations

from engine.board import Board
from engine.board.picture import CityMark, Picture
from games.common.markup import escape
from games.drawing.palette import FONT, MapColours


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
