"""Ready-drawn pieces of a board, cached for each board and theme (decision 54)."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import pairwise
from math import cos, radians, sin

from engine.board import Board, Track
from engine.board.picture import CityMark, Picture, Space, load_picture
from games.drawing.base_map import base_map, circle, draw_cities
from games.drawing.built import lay_in_city
from games.drawing.geometry import middle
from games.drawing.palette import (
    BULLET,
    DARK_INK,
    LIGHT_INK,
    MAPS,
    Detail,
    MapColours,
    Theme,
    Tint,
)
from games.drawing.placing import Badge, mountain_peaks, tunnel_badges
from games.drawing.symbols import definitions, set_space_name, wagons

TARGET = 26
"""The width of the invisible line that takes a click, in units of the picture."""
FOR_PIXELS = ' shape-rendering="crispEdges" preserveAspectRatio="xMinYMin"'
"""Hard edges, for half of the bytes would be shades of them; nothing is moved to the middle."""
MARGIN = 36
"""Round the middles of spaces and cities: as far as any drawing of them reaches."""


@dataclass(slots=True)
class Canvas:
    """Pieces of SVG text; the dictionaries are keyed by track, in board order."""

    opening: str
    recede: Callable[[str], str]
    """Makes spaces step back behind the trains."""
    definitions: str
    background: str
    foreground: str
    defined: Callable[[tuple[Tint, ...]], str]
    """The definitions of the wagons of seats in these tints."""
    empty: dict[str, str] = field(default_factory=dict)
    closed: dict[str, str] = field(default_factory=dict)
    glow: dict[str, str] = field(default_factory=dict)
    highlighted: dict[str, str] = field(default_factory=dict)
    click_target: dict[str, str] = field(default_factory=dict)
    lines: dict[str, str] = field(default_factory=dict)
    """The line that a track follows, as the data of a path."""
    outlines: dict[str, str] = field(default_factory=dict)
    """An outline round each space of a track; the stylesheet draws it."""
    wagons: dict[str, str] = field(default_factory=dict)
    """The train of a track with ``@`` where the number of the seat belongs."""
    bullets: dict[str, str] = field(default_factory=dict)
    """The rails and the train of a bullet track that is built."""
    badges: dict[str, str] = field(default_factory=dict)
    """The badge of each tunnel, and the peaks of each mountain."""
    boxes: dict[str, tuple[float, float, float, float]] = field(default_factory=dict)
    """Left, top, right and bottom of all that is ever drawn for a track, or round a city."""
    built: dict[str, str] = field(default_factory=dict)
    """What is built in a city with ``@`` where the number of the seat belongs."""
    city_targets: dict[str, str] = field(default_factory=dict)
    """What takes a click on a city."""
    rings: dict[str, str] = field(default_factory=dict)
    """A ring round each city, in every place where it is drawn."""

    def trains(self, track: str, seat: int, fill: str) -> str:
        """The trains of a seat on a track; ``fill`` is the colour of the seat."""
        return self.wagons[track].replace("@", str(seat)).replace("fill-of-seat", fill)


@cache
def canvas_for(board: Board, theme: Theme, detail: Detail) -> Canvas:
    """The ready pieces of a board in a theme."""
    picture, colours, small = load_picture(board.key), MAPS[theme], detail == "small"
    defined = definitions(board, picture, colours, small=small)
    ready = Canvas(
        opening=(
            '<svg xmlns="http://www.w3.org/2000/svg" class="board" '
            f'viewBox="0 0 {picture.width:g} {picture.height:g}"'
            f"{FOR_PIXELS if small else ''}"
        ),
        recede=_hollow if small else _pale,
        definitions=defined,
        background='<g aria-hidden="true">'
        + defined
        + base_map(board.name, picture, colours, small=small)
        + _beds(board, picture, colours, small=small),
        foreground=draw_cities(board, picture, colours, small=small) + "</g>",
        defined=cache(partial(wagons, board=board, picture=picture, small=small)),
    )
    for track in board.tracks.values():
        _lay(ready, track, picture, colours, small=small)
    badges = tunnel_badges(board, picture)
    for key, badge in badges.items():
        ready.badges[key] = _badge(board.tracks[key].turns_up, badge, colours)
    peaks = mountain_peaks(board, picture)
    for key, feet in peaks.items():
        ready.badges[key] = "".join(_use("nm-peak", Space(*foot, 0)) for foot in feet)
    for track in board.tracks.values():
        ready.boxes[track.id] = _box(
            [
                *((space.x, space.y) for space in picture.tracks[track.id]),
                *((place.x, place.y) for place in _ends(track, picture)),
                *((badge.x, badge.y) for badge in (badges.get(track.id),) if badge),
            ]
        )
    for city, places in picture.places.items():
        spots = [(place.x, place.y) for place in places]
        ready.boxes[city] = _box(spots)
        lay_in_city(ready, board, city, spots)
        round_it = "".join(circle(place, picture.city_radius + 7) for place in places)
        ready.rings[city] = (
            f'<path d="{round_it}" fill="{colours.ring}" stroke="{colours.halo}" stroke-width="2"/>'
        )
    return ready


def _pale(spaces: str) -> str:
    """Spaces as a breath of their colours, with outlines that are still seen."""
    return f'<g fill-opacity=".2" stroke-opacity=".62">{spaces}</g>'


def _hollow(spaces: str) -> str:
    """Outlines alone: each mixed colour of a small picture costs bytes."""
    return re.sub(r'href="#[\w-]+"', 'href="#nm-hollow"', spaces)


# Tracks

JOINED = ' stroke-linejoin="round"'
ROUND = ' stroke-linecap="round"' + JOINED


def stroke(line: str, colour: str, width: float, more: str = "") -> str:
    """A line as a path; ``more`` are further attributes."""
    return f'<path d="{line}" fill="none" stroke="{colour}" stroke-width="{width:g}"{more}/>'


def _beds(board: Board, picture: Picture, colours: MapColours, *, small: bool) -> str:
    """The lines below all spaces, from city to city: single, and double for bullet routes."""
    lines: dict[bool, list[str]] = {False: [], True: []}
    for track in board.tracks.values():
        lines[track.kind == "bullet"].append(_bed(track, picture))
    crisp = ' shape-rendering="crispEdges"' if small else ""
    plain, double = "".join(lines[False]), "".join(lines[True])
    beds = stroke(plain, colours.bed, 2.5, crisp)
    if double:
        beds += stroke(double, colours.edge, 7) + stroke(double, BULLET.fill, 4)
    return beds


def _bed(track: Track, picture: Picture) -> str:
    """The line below a track in short steps of whole units: nobody sees the rounding."""
    a, b = _ends(track, picture)
    spaces = [(space.x, space.y) for space in picture.tracks[track.id]]
    points = [(round(x), round(y)) for x, y in ((a.x, a.y), *spaces, (b.x, b.y))]
    steps = " ".join(f"{bx - ax} {by - ay}" for (ax, ay), (bx, by) in pairwise(points))
    return f"M{points[0][0]} {points[0][1]}l{steps}".replace(" -", "-")


def _whole(track: Track, picture: Picture) -> str:
    """The line of a track from the middle of one city to that of the other, as data of a path."""
    a, b = _ends(track, picture)
    inner = "L".join(f"{space.x:g} {space.y:g}" for space in picture.tracks[track.id])
    return f"M{a.x:g} {a.y:g}L{inner}L{b.x:g} {b.y:g}"


def _ends(track: Track, picture: Picture) -> tuple[CityMark, ...]:
    """The marks of both cities of a track, on the panel that shows it."""
    return tuple(
        next(place for place in picture.places[city] if place.panel == track.region)
        for city in (track.a, track.b)
    )


def _box(points: Sequence[tuple[float, float]]) -> tuple[float, float, float, float]:
    xs, ys = zip(*points, strict=True)
    return min(xs) - MARGIN, min(ys) - MARGIN, max(xs) + MARGIN, max(ys) + MARGIN


def _lay(
    ready: Canvas, track: Track, picture: Picture, colours: MapColours, *, small: bool
) -> None:
    spaces = picture.tracks[track.id]
    name = f"nm-{track.kind[0]}-{track.colour}"
    if track.most_sets and track.kind == "normal":
        name = set_space_name(track.colour, track.set_size)
    marked = _marked_spaces(track)
    slots = "".join(
        _use(f"{name}-mark" if n in marked else name, space) for n, space in enumerate(spaces)
    )
    ready.empty[track.id] = slots
    faint = "".join(_use("nm-faint", space) for space in spaces)
    struck = "".join(f"M{s.x - 6:g} {s.y - 6:g}l12 12m0-12l-12 12" for s in spaces)
    ready.closed[track.id] = faint
    if not small:
        ready.closed[track.id] += (
            f'<path d="{struck}" fill="none" stroke="{colours.bed}" stroke-width="2"/>'
        )
    body = _body(spaces, picture)
    ready.lines[track.id] = body
    ready.glow[track.id] = stroke(body, colours.glow, 24, ROUND)
    edge = stroke(body, colours.ink, 33, ROUND).replace("<path", '<path class="lit"')
    ready.highlighted[track.id] = edge + stroke(body, colours.lamp, 30, ROUND)
    ready.click_target[track.id] = (
        f'<path class="target" d="{body}" fill="none" stroke="#000" stroke-opacity="0" '
        f'stroke-width="{TARGET}" pointer-events="stroke"/>'
    )
    wide = picture.space_width
    box = (
        f'x="{-picture.space_length / 2 - 2:g}" y="{-wide / 2 - 2:g}" '
        f'width="{picture.space_length + 4:g}" height="{wide + 4:g}" rx="4"'
    )
    ready.outlines[track.id] = "".join(
        f'<g transform="{_at(space)}"><rect class="sketch-edge" {box}/>'
        f'<rect class="sketch-dashes" {box}/></g>'
        for space in spaces
    )
    # One dark body from end to end: no row of single spaces looks like a train.
    rim = "" if small else stroke(body, colours.halo, wide + 8, JOINED)
    casing = rim + stroke(body, colours.edge, wide + 5, ROUND)
    casing += stroke(body, "fill-of-seat", wide / 2)
    if small:
        cars = "".join(_use("nm-car-@", space) for space in spaces)
        ready.wagons[track.id] = casing + cars + _use("nm-seat-@", _flat(middle(spaces)))
    else:
        ready.wagons[track.id] = casing + "".join(_use("nm-seat-@", s) for s in spaces)
    if track.kind == "bullet":
        ready.bullets[track.id] = _rails(_whole(track, picture), wide, colours) + _use(
            "nm-express", middle(spaces)
        )


def _marked_spaces(track: Track) -> range:
    """The spaces with a sign of their own: in the middle of a bullet route, and as many as a ferry
    asks for locomotives (M-1).
    """
    if track.kind == "bullet":
        return range(track.length // 2, track.length // 2 + 1)
    first = (track.length - track.least_locomotives) // 2
    return range(first, first + track.least_locomotives)


def _rails(line: str, wide: float, colours: MapColours) -> str:
    """Rails from city to city without a gap: the strongest line on the map."""
    return "".join(
        stroke(line, tone, width, JOINED)
        for tone, width in (
            (colours.halo, wide + 8),
            (colours.edge, wide + 5),
            (BULLET.fill, wide + 2),
            (DARK_INK, wide - 3),
            (LIGHT_INK, wide - 5.4),
            (DARK_INK, wide - 9.4),
        )
    )


def _at(space: Space) -> str:
    turn = f"rotate({space.angle:g})" if space.angle else ""
    return f"translate({space.x:g} {space.y:g}){turn}"


def _use(name: str, space: Space) -> str:
    return f'<use href="#{name}" transform="{_at(space)}"/>'


def _flat(space: Space) -> Space:
    return Space(space.x, space.y, 0)


def _badge(number: int, badge: Badge, colours: MapColours) -> str:
    x, y = badge.hung
    return (
        f'<path d="M{x:g} {y:g}L{badge.x:g} {badge.y:g}" stroke="{colours.edge}" '
        f'stroke-width="2.5"/><use href="#nm-up-{number}" '
        f'transform="translate({badge.x:g} {badge.y:g})"/>'
    )


def _body(spaces: tuple[Space, ...], picture: Picture) -> str:
    """The line from the outer end of the first space to that of the last."""
    points = [(space.x, space.y) for space in spaces]
    first, last = spaces[0], spaces[-1]
    ahead = (last.x - first.x, last.y - first.y)
    for space, at, sign in ((first, 0, -1), (last, len(points), 1)):
        turn = radians(space.angle)
        dx, dy = cos(turn) * picture.space_length / 2, sin(turn) * picture.space_length / 2
        # An angle in (-90, 90] has lost which way the track runs.
        along = sign if not any(ahead) or dx * ahead[0] + dy * ahead[1] >= 0 else -sign
        points.insert(at, (space.x + along * dx, space.y + along * dy))
    return "M" + "L".join(f"{x:.4g} {y:.4g}" for x, y in points)
