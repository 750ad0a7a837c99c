"""What seats build in cities: stations (M-4). The rest of this package asks no more of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from django.utils.translation import gettext

from engine.board import Board
from engine.view import View
from games.common.markup import escape
from games.drawing.glyphs import glyph
from games.drawing.palette import DARK_INK, LIGHT_INK, Tint

if TYPE_CHECKING:
    from games.drawing.canvas import Canvas

TARGET = 22
"""The width of what takes a click, round a point, in units of the picture."""
Spots = Sequence[tuple[float, float]]
"""Every place where a city is drawn."""


def built_on(view: View) -> dict[str, int]:
    """What a view shows as built: for each city with a station its seat."""
    return {city: seat for seat, cities in enumerate(view.stations) for city in cities}


def definitions_of(board: Board, tints: Sequence[Tint], *, small: bool) -> str:
    """The definition of the station of each seat, "" on boards without."""
    if board.stations is None:
        return ""
    return "".join(_station(seat, tint, small=small) for seat, tint in enumerate(tints))


def _station(seat: int, tint: Tint, *, small: bool) -> str:
    """The station of a seat, a house on its city: its number on a disc, as a wagon has it."""
    house = "M-12 11V-4.5L0-14.5L12-4.5V11z"
    size = 17 if small else 14
    return (
        f'<g id="nm-station-{seat}"><path d="{house}" fill="{tint.fill}" stroke="{LIGHT_INK}" '
        f'stroke-width="5" stroke-linejoin="round"/><path d="{house}" fill="{tint.fill}" '
        f'stroke="{DARK_INK}" stroke-width="2.4" stroke-linejoin="round"/>'
        f'<circle cy="1" r="8" fill="{DARK_INK if small else LIGHT_INK}"/>'
        f'<g transform="translate(0 1)">'
        f"{glyph(tint.letter, LIGHT_INK if small else DARK_INK, size)}</g></g>"
    )


def lay_in_city(ready: Canvas, board: Board, city: str, spots: Spots) -> None:
    """Write the station of a city, and what takes a click on it; nothing on boards without."""
    if board.stations is None:
        return
    ready.built[city] = "".join(
        f'<use href="#nm-station-@" x="{x:g}" y="{y:g}"/>' for x, y in spots
    )
    points = "".join(
        f"M{x - 4:g} {y:g}L{x:g} {y - 4:g}L{x + 4:g} {y:g}L{x:g} {y + 4:g}" for x, y in spots
    )
    ready.city_targets[city] = (
        f'<path class="target" d="{points}" '
        f'fill="none" stroke="#000" stroke-opacity="0" stroke-width="{TARGET}" '
        'stroke-linejoin="round" stroke-linecap="round" pointer-events="stroke"/>'
    )


def draw_built(ready: Canvas, built: Mapping[str, int]) -> list[str]:
    """What is built in these cities, each in the colours of its seat."""
    return [ready.built[city].replace("@", str(seat)) for city, seat in built.items()]


def building_links(board: Board, ready: Canvas, buildable: Mapping[str, str]) -> list[str]:
    """A link over each city where a station can be built: "Build a station in Wien".

    The keyboard does not stop at each of them: the choice beside the board names them all.
    """
    found = []
    for city, url in buildable.items():
        place = {"city": board.cities[city].name}
        name = escape(gettext("Build a station in %(city)s") % place)
        found.append(
            f'<a class="claim station" href="{escape(url)}" data-city="{escape(place["city"])}" '
            f'tabindex="-1" aria-label="{name}">'
            f"<title>{name}</title>{ready.city_targets[city]}</a>"
        )
    return found
