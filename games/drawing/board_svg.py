"""The board as an SVG picture: a pure function of the board and of the claimed tracks.

Everything that a game cannot change is written once for each board and theme (see
:mod:`games.drawing.canvas`); a call joins ready pieces.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from engine.board import Board
from engine.board.picture import load_picture
from engine.view import View
from games.common.markup import escape
from games.drawing.built import draw_built
from games.drawing.canvas import Canvas, canvas_for
from games.drawing.labels import claim_name, track_name
from games.drawing.palette import SEATS, Detail, Theme, Tint
from games.drawing.sketch_layer import SketchLayer
from games.language.boards import board_name


class Claim(NamedTuple):
    """The occupation of a claimed track: trains of a seat, or the one bullet train of all (J-3)."""

    seat: int
    bullet: bool = False


def claims_on(view: View) -> dict[str, Claim]:
    """The claims that a view shows, by track."""
    bullets = set(view.bullet_routes)
    return {track: Claim(seat, track in bullets) for track, seat in view.owner.items()}


def closed_on(view: View) -> list[str]:
    """The tracks that nobody may claim: a parallel one is taken (B-9, A-7)."""
    owner = view.owner
    return [
        track
        for tracks, capacity in _parallel_groups(view.board, view.seats)
        if sum(track in owner for track in tracks) >= capacity
        for track in tracks
        if track not in owner
    ]


@lru_cache(maxsize=32)
def _parallel_groups(board: Board, seats: int) -> list[tuple[tuple[str, ...], int]]:
    """The groups that take fewer claims than they have tracks, and how many they take."""
    return [
        (tracks, capacity)
        for group, tracks in enumerate(board.groups)
        if (capacity := board.capacity(group, seats)) < len(tracks)
    ]


def board_title(board: Board) -> str:
    """The name of a picture of a board, in the active language."""
    return _("Board of %(board)s") % {"board": board_name(board)}


def board_svg(
    board: Board,
    *,
    claims: Mapping[str, Claim] | None = None,
    highlight: Collection[str] = (),
    closed: Collection[str] = (),
    built: Mapping[str, int] | None = None,
    wanted: Mapping[str, str] | None = None,
    recede: bool = False,
    sketch: SketchLayer | None = None,
    tints: tuple[Tint, ...] = SEATS,
    theme: Theme = "light",
    detail: Detail = "full",
    title: str = "",
    desc: str = "",
) -> str:
    """The picture of a board.

    :param claims: what is on each claimed track.
    :param highlight: the tracks claimed last; they are lit.
    :param closed: tracks that cannot be claimed any more; they are struck out.
    :param built: the seat that has built in each city.
    :param wanted: cities to put a ring round, each with its tooltip.
    :param recede: whether what nobody claimed steps back behind the trains.
    :param tints: the tint of each seat, by its number.
    :param title: the picture's name, by default the board's.
    :param desc: what the picture shows, for those who do not see it.
    """
    ready = canvas_for(board, theme, detail)
    claims = claims or {}
    parts = [ready.opening]
    name, description = escape(title or board.name), escape(desc)
    role = "group" if sketch else "img"
    parts.append(f' role="{role}" aria-labelledby="nm-title{" nm-desc" if description else ""}">')
    parts.append(f'<title id="nm-title">{name}</title>')
    if description:
        parts.append(f'<desc id="nm-desc">{description}</desc>')
    parts += [ready.background, ready.defined(tints)]
    parts += [ready.highlighted[track] for track in highlight]
    empty = spaces_with_titles(board, get_language()) if theme == "page" else ready.empty
    hidden = {*claims, *(() if recede else closed)}
    free = "".join(spaces for track, spaces in empty.items() if track not in hidden)
    parts.append(ready.recede(free) if recede else free)
    parts += _placed(ready, claims, closed, tints, recede=recede)
    if wanted:
        parts += [
            f'<g class="wanted"><title>{escape(why)}</title>{ready.rings[city]}</g>'
            for city, why in wanted.items()
        ]
    parts.append(sketch.marks(ready) if sketch else "")
    parts.append(ready.foreground)
    parts += draw_built(ready, built or {})
    parts.append(sketch.targets(ready) if sketch else "")
    parts.append("</svg>")
    return "".join(parts)


Box = tuple[float, float, float, float]
"""Left, top, right and bottom, in units of the picture."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A small part of a picture, with all that it needs, and the box that holds it."""

    svg: str
    box: Box


@dataclass(frozen=True, slots=True)
class Layers:
    """A board's picture in parts that are laid upon each other, from the bottom up.

    A game changes the ``pieces`` one by one; ``base`` and ``cities`` are whole pictures, which
    stay. The base has all spaces: trains cover those below them.
    """

    base: str
    tracks: str
    """All trains and marks as one whole picture, for those who paint them together."""
    pieces: tuple[Piece, ...]
    cities: str
    width: float
    """Of the picture, in its own units."""
    top: tuple[Piece, ...] = ()
    """Pieces above the cities: what is built there."""
    built: str = ""
    """All of them as one whole picture; "" where there is none."""
    named: str = ""
    """Drawings in all colours that pieces of this game may ever have."""

    @property
    def shown(self) -> str:
        """All that is drawn, as text."""
        return "".join(
            [
                self.base,
                *(piece.svg for piece in self.pieces),
                self.cities,
                *(piece.svg for piece in self.top),
            ]
        )


def board_layers(
    board: Board,
    *,
    claims: Mapping[str, Claim],
    closed: Collection[str],
    tints: tuple[Tint, ...],
    theme: Theme,
    detail: Detail,
    built: Mapping[str, int] | None = None,
    wanted: Collection[str] = (),
    recede: bool = False,
) -> Layers:
    """The picture of :func:`board_svg` in layers, for those who paint it in pixels."""
    ready = canvas_for(board, theme, detail)
    spaces = "".join(ready.empty.values())
    marks = [] if recede else open_marks(ready, claims, closed)
    pieces = [
        *(Piece(ready.definitions + drawn, ready.boxes[track]) for track, drawn in marks),
        *(
            Piece(_train_alone(ready, claims[track], tints, drawn), ready.boxes[track])
            for track in in_drawing_order(ready, claims)
            for drawn in (draw_train(ready, track, claims[track], tints),)
        ),
        *(Piece(ready.rings[city], ready.boxes[city]) for city in wanted),
    ]
    return Layers(
        base=f"{ready.opening}>{ready.background}"
        f"{ready.recede(spaces) if recede else spaces}</g></svg>",
        tracks=(
            f"{ready.opening}><g>{ready.definitions}{ready.defined(tints)}"
            f"{''.join(_placed(ready, claims, closed, tints, recede=recede))}</g></svg>"
        ),
        pieces=tuple(pieces),
        cities=f"{ready.opening}><g>{ready.foreground}</svg>",
        width=load_picture(board.key).width,
        top=tuple(
            Piece(ready.defined(tints) + "".join(draw_built(ready, {city: seat})), box)
            for city, seat in (built or {}).items()
            for box in (ready.boxes[city],)
        ),
        built=(
            f"{ready.opening}><g>{ready.defined(tints)}"
            f"{''.join(draw_built(ready, built))}</g></svg>"
            if built
            else ""
        ),
        named=_all_colours(ready, tints),
    )


def _all_colours(ready: Canvas, tints: tuple[Tint, ...]) -> str:
    """One piece of each sort: the palette of a game stays the same from its first turn on."""
    track = next(iter(ready.wagons))
    pieces = (ready.bullets, ready.badges, ready.rings)
    return "".join(
        [
            ready.definitions,
            ready.defined(tints),
            *(ready.trains(track, seat, tint.fill) for seat, tint in enumerate(tints)),
            *(drawn for kind in pieces for drawn in list(kind.values())[:1]),
        ]
    )


def _train_alone(ready: Canvas, claim: Claim, tints: tuple[Tint, ...], drawn: str) -> str:
    return (ready.definitions if claim.bullet else ready.defined(tints)) + drawn


@cache
def spaces_with_titles(board: Board, language: str | None) -> dict[str, str]:
    """The spaces of all tracks, each with its tooltip in the active language, for pages."""
    return {
        key: f'<g data-track="{key}">'
        f"<title>{escape(track_name(board, board.tracks[key]))}</title>{spaces}</g>"
        for key, spaces in canvas_for(board, "page", "full").empty.items()
    }


def draw_train(ready: Canvas, track: str, claim: Claim, tints: tuple[Tint, ...]) -> str:
    """The train on a claimed track."""
    if claim.bullet:
        return ready.bullets[track]
    return ready.trains(track, claim.seat, tints[claim.seat].fill)


def open_marks(
    ready: Canvas, claims: Collection[str], closed: Collection[str]
) -> list[tuple[str, str]]:
    """Track and drawing of what tells of tracks without a train.

    Closed ones are crossed out, tunnels have a badge and mountains peaks.
    """
    shut = frozenset(closed)
    return [
        *((track, piece) for track, piece in ready.closed.items() if track in shut),
        *(
            (track, badge)
            for track, badge in ready.badges.items()
            if track not in claims and track not in shut
        ),
    ]


def in_drawing_order(ready: Canvas, claims: Mapping[str, Claim]) -> list[str]:
    """The claimed tracks from the bottom up: trains in board order, then the bullet trains."""
    found = [track for track in ready.empty if track in claims]
    return sorted(found, key=lambda track: claims[track].bullet)


def _placed(
    ready: Canvas,
    claims: Mapping[str, Claim],
    closed: Collection[str],
    tints: tuple[Tint, ...],
    *,
    recede: bool,
) -> list[str]:
    """The pieces on the spaces, from the bottom up."""
    return [
        *(drawn for _, drawn in ([] if recede else open_marks(ready, claims, closed))),
        *(
            draw_train(ready, track, claims[track], tints)
            for track in in_drawing_order(ready, claims)
        ),
    ]


def claim_links(
    board: Board, ready: Canvas, claimable: Collection[str], move_url: str
) -> list[str]:
    """A link to ``move_url`` over each claimable track, in board order, wide enough for a thumb.

    Its title is the tooltip.
    """
    claim_url = escape(f"{move_url}?do=claim&track=")
    return [
        f'<a class="claim" href="{claim_url}{track}" aria-label="{name}">'
        f"<title>{name}</title>{ready.click_target[track]}</a>"
        for track, name in _claim_names(board, get_language()).items()
        if track in claimable
    ]


@cache
def _claim_names(board: Board, language: str | None) -> dict[str, str]:
    """The name of the link over each track, in the active language."""
    return {key: escape(claim_name(board, track)) for key, track in board.tracks.items()}
