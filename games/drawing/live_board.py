"""The board of a page in layers, so that a page that has the map gets only what changed on it.

A finished game has the light of its players on it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache
from types import MappingProxyType

from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from engine.board import Board
from engine.board.picture import Picture, load_picture
from engine.view import View
from games.common.markup import escape
from games.drawing.board_svg import (
    Claim,
    board_title,
    claim_links,
    claims_on,
    closed_on,
    draw_train,
    in_drawing_order,
    open_marks,
    spaces_with_titles,
)
from games.drawing.built import building_links, built_on, draw_built
from games.drawing.canvas import Canvas, canvas_for
from games.drawing.glyphs import glyph
from games.drawing.palette import DARK_INK, LIGHT_INK, Tint, seat_tints

MAX_STEP = 8
"""The most steps of a sequence; the stylesheet has a delay for each."""


@dataclass(frozen=True, slots=True)
class TicketLight:
    """A ticket as the board can light it: its cities, the tracks it has, those it lacks.

    ``near`` are the cities at its near end, where it has several far ones (M-8).
    ``offered`` is its number among those to choose from, 0 for a ticket that is held.
    ``step`` is when its completion is celebrated, 0 for never.
    """

    id: str
    cities: Sequence[str]
    joined: Sequence[str]
    missing: Sequence[str]
    offered: int = 0
    step: int = 0
    near: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class LiveBoard:
    """The pieces of the picture, from the bottom up. A game changes under, over and links."""

    opening: SafeString
    under: SafeString
    spaces: SafeString
    over: SafeString
    cities: SafeString
    links: SafeString
    closing: SafeString

    @property
    def whole(self) -> SafeString:
        """The picture in one piece."""
        return _piece(getattr(self, piece.name) for piece in fields(self))


def draw_live_board(
    view: View,
    *,
    highlight: Collection[str],
    wanted: Mapping[str, str],
    claimable: Collection[str] = (),
    move_url: str = "",
    lights: Sequence[TicketLight] = (),
    steps: Mapping[str, int] = MappingProxyType({}),
    ways: Collection[str] = (),
    paths: Sequence[PathLight] = (),
    buildable: Mapping[str, str] = MappingProxyType({}),
) -> LiveBoard:
    """The layers of the board of a view.

    :param claimable: the tracks that are links; each leads to ``move_url``.
    :param ways: the tracks that tickets or a plan want; they and those beside them glow while
        they can be claimed.
    :param highlight: the tracks claimed last; they are lit.
    :param wanted: cities to put a ring round, each with its tooltip.
    :param lights: what a ticket lights when it is pressed.
    :param paths: what a player of a finished game lights.
    :param buildable: address by city; each becomes a link that builds there.
    :param steps: at which step the train of a track arrives that has just been laid.
    """
    board, claims, tints = view.board, claims_on(view), seat_tints(view.teams)
    picture, ready = load_picture(board.key), canvas_for(board, "page", "full")
    title, desc = board_title(board), _("The tables of routes below show the same in words.")
    offered = [light for light in lights if light.offered]
    pairs = {_ends(board, track) for track in ways}
    return LiveBoard(
        opening=SafeString(
            f'{ready.opening} role="group" aria-labelledby="nm-title nm-desc">'
            f'<title id="nm-title">{escape(title)}</title><desc id="nm-desc">{escape(desc)}</desc>'
            f"{ready.background}{ready.defined(tints)}"
        ),
        under=_piece(
            [
                *(ready.glow[track] for track in claimable if _ends(board, track) in pairs),
                *(ready.highlighted[track] for track in highlight),
                *(_light(ready, picture, light) for light in lights),
                *(path_light(ready, picture, light) for light in paths),
            ]
        ),
        spaces=_piece(
            [
                '<g class="spaces">',
                *spaces_with_titles(board, get_language()).values(),
                "</g>",
            ]
        ),
        over=_piece(
            [
                # The spaces below are sent once; the stylesheet lets them recede for this mark.
                *(
                    ['<g class="game-over"/>']
                    if view.outcome is not None
                    else (drawn for _, drawn in open_marks(ready, claims, closed_on(view)))
                ),
                *(
                    _train(ready, track, claims[track], tints, steps.get(track, 0))
                    for track in in_drawing_order(ready, claims)
                ),
                *(
                    f'<g class="wanted"><title>{escape(why)}</title>{ready.rings[city]}</g>'
                    for city, why in wanted.items()
                ),
                *_offer_lines(picture, offered),
            ]
        ),
        cities=SafeString(ready.foreground + _city_places(board, picture)),
        links=_piece(
            [
                *_built(ready, built_on(view), steps),
                _offer_numbers(picture, offered),
                *claim_links(board, ready, claimable, move_url),
                *building_links(board, ready, buildable),
            ]
        ),
        closing=SafeString("</svg>"),
    )


def _ends(board: Board, track: str) -> frozenset[str]:
    return frozenset((board.tracks[track].a, board.tracks[track].b))


def _piece(shapes: Iterable[str]) -> SafeString:
    """Shapes as a piece of the picture; their maker has escaped what is not our own."""
    return SafeString("".join(shapes))


@cache
def _city_places(board: Board, picture: Picture) -> str:
    """What takes a tap on a city: a script lists its routes."""
    r = picture.city_radius + 6
    return "".join(
        f'<circle class="city" data-city="{escape(board.cities[city].name)}" '
        f'cx="{place.x:g}" cy="{place.y:g}" r="{r:g}"/>'
        for city, places in picture.places.items()
        for place in places
    )


def _train(ready: Canvas, track: str, claim: Claim, tints: tuple[Tint, ...], step: int) -> str:
    train = draw_train(ready, track, claim, tints)
    return f'<g class="arrives after-{step}">{train}</g>' if step else train


def _built(ready: Canvas, built: Mapping[str, int], steps: Mapping[str, int]) -> list[str]:
    """What is built in cities, above them; what has just been built arrives at its step."""
    return [
        f'<g class="arrives after-{steps[city]}">{drawn}</g>' if city in steps else drawn
        for city, drawn in zip(built, draw_built(ready, built), strict=True)
    ]


def _light(ready: Canvas, picture: Picture, light: TicketLight) -> str:
    """The light below the tracks of a ticket: bands, and discs round its cities."""
    kind = f"light light-{light.offered}" if light.offered else "light"
    if light.step:
        kind += f" cheers after-{light.step}"
    discs = "".join(
        f'<circle cx="{place.x:g}" cy="{place.y:g}" r="{picture.city_radius + 15:g}"/>'
        for city in light.cities
        for place in picture.places[city]
    )
    return (
        f'<g class="{kind}" id="light-{light.id}">{_band(ready, "joined", light.joined)}'
        f"{_band(ready, 'missing', light.missing)}{discs}</g>"
    )


def _band(ready: Canvas, kind: str, tracks: Sequence[str]) -> str:
    line = "".join(ready.lines[track] for track in tracks)
    return f'<path class="{kind}" d="{line}"/>' if line else ""


def _offer_lines(picture: Picture, lights: Sequence[TicketLight]) -> list[str]:
    """A line between the two cities of each offered ticket; one with many ends has none."""
    found = []
    for light in lights:
        if light.near:
            continue
        one, two = (picture.places[city][0] for city in light.cities)
        found.append(f'<path class="offer" d="M{one.x:g} {one.y:g}L{two.x:g} {two.y:g}"/>')
    return found


def _offer_numbers(picture: Picture, lights: Sequence[TicketLight]) -> str:
    """The number of each offered ticket at both of its cities, or at its near end, above all
    names.
    """
    numbers = []
    taken: dict[str, int] = {}
    for light in lights:
        for city in light.near or light.cities:
            beside = taken[city] = taken.get(city, -1) + 1
            for place in picture.places[city]:
                x, y = place.x - 20 + 34 * beside, place.y - 24
                numbers.append(
                    f'<g class="offer-number" transform="translate({x:g} {y:g})">'
                    f'<circle r="17" fill="{LIGHT_INK}" stroke="{DARK_INK}" stroke-width="2.5"/>'
                    f"{glyph(str(light.offered), DARK_INK, 26)}</g>"
                )
    return f'<g aria-hidden="true">{"".join(numbers)}</g>' if numbers else ""


@dataclass(frozen=True, slots=True)
class PathLight:
    """The light of a side: the tracks of its path, those that its tickets lacked, their cities.

    ``connected`` and ``apart`` are the cities of completed and of failed tickets. ``on`` says that
    it is lit from the beginning.
    """

    id: str
    path: Sequence[str]
    missing: Sequence[str]
    connected: Sequence[str]
    apart: Sequence[str]
    on: bool


def path_light(ready: Canvas, picture: Picture, light: PathLight) -> str:
    """A band with an edge below the tracks of a path, broken bands, and discs round cities."""
    return "".join(
        [
            f'<g class="light light-path{" on" if light.on else ""}" id="light-{light.id}">',
            _band(ready, "path-edge", light.path),
            _band(ready, "path-band", light.path),
            _band(ready, "missing", light.missing),
            *(_discs(picture, city, "connected") for city in light.connected),
            *(_discs(picture, city, "apart") for city in light.apart),
            "</g>",
        ]
    )


def _discs(picture: Picture, city: str, kind: str) -> str:
    radius = picture.city_radius + 11
    return "".join(
        f'<circle class="{kind}" cx="{place.x:g}" cy="{place.y:g}" r="{radius:g}"/>'
        for place in picture.places[city]
    )
