"""The board as an SVG picture: a pure function of the board and of who claimed what.

Everything that a game cannot change is written once for each board and theme (see
:mod:`games.drawing.canvas`); a call joins ready pieces.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from html import escape

from django.utils.translation import get_language

from engine.board import Board
from engine.board.picture import Picture
from engine.view import View
from games.drawing.canvas import Canvas, canvas_for
from games.drawing.labels import claim_name, track_name
from games.drawing.palette import SEATS, Detail, Theme, Tint


@dataclass(frozen=True, slots=True)
class Claim:
    """What stands on a claimed track: trains of a seat, or the one bullet train of all (J-3)."""

    seat: int
    bullet: bool = False


def claims_on(view: View) -> dict[str, Claim]:
    """The claims that a view shows, by track."""
    bullets = set(view.bullet_routes)
    return {track: Claim(seat, track in bullets) for track, seat in view.owner.items()}


def closed_on(view: View) -> list[str]:
    """The tracks that nobody may claim: a parallel one is taken (B-9, A-7)."""
    board = view.board
    return [
        track
        for tracks in board.groups
        if sum(track in view.owner for track in tracks)
        >= board.capacity(board.tracks[tracks[0]].group, view.seats)
        for track in tracks
        if track not in view.owner
    ]


def board_svg(
    board: Board,
    picture: Picture,
    *,
    claims: Mapping[str, Claim] | None = None,
    claimable: Mapping[str, str] | None = None,
    highlight: Collection[str] = (),
    closed: Collection[str] = (),
    wanted: Mapping[str, str] | None = None,
    tints: tuple[Tint, ...] = SEATS,
    theme: Theme = "light",
    detail: Detail = "full",
    title: str = "",
    desc: str = "",
) -> str:
    """The picture of a board.

    :param claims: what stands on each claimed track.
    :param claimable: address by track; each becomes a link that says what it claims.
    :param highlight: the tracks claimed last; they are lit.
    :param closed: tracks that cannot be claimed any more; they are struck out.
    :param wanted: cities to put a ring round, each with its tooltip.
    :param tints: the tint of each seat, by its number.
    :param title: the picture's name, by default the board's.
    :param desc: what the picture shows, for those who do not see it.
    """
    ready = canvas_for(board, picture, theme, detail)
    claims = claims or {}
    parts = [ready.opening]
    name, description = escape(title or board.name), escape(desc)
    role = "group" if claimable else "img"
    parts.append(f' role="{role}" aria-labelledby="nm-title{" nm-desc" if description else ""}">')
    parts.append(f'<title id="nm-title">{name}</title>')
    if description:
        parts.append(f'<desc id="nm-desc">{description}</desc>')
    parts += [ready.background, ready.defined(tints)]
    if claimable:
        parts += [ready.glow[track] for track in claimable]
    parts += [ready.highlighted[track] for track in highlight]
    empty = spaces_with_titles(board, ready) if theme == "page" else ready.empty
    parts += _tracks(ready, empty, claims, closed, tints)
    if wanted:
        parts += [
            f'<g class="wanted"><title>{escape(why)}</title>{ready.rings[city]}</g>'
            for city, why in wanted.items()
        ]
    parts.append(ready.foreground)
    if claimable:
        parts += claim_links(board, ready, claimable)
    parts.append("</svg>")
    return "".join(parts)


@dataclass(frozen=True, slots=True)
class Layers:
    """A board's picture in three that are laid upon each other; a game changes the ``tracks``."""

    base: str
    tracks: str
    cities: str


def board_layers(
    board: Board,
    picture: Picture,
    *,
    claims: Mapping[str, Claim],
    closed: Collection[str],
    tints: tuple[Tint, ...],
    theme: Theme,
    detail: Detail,
) -> Layers:
    """The picture of :func:`board_svg` in layers, for those who paint it in pixels."""
    ready = canvas_for(board, picture, theme, detail)
    tracks = _tracks(ready, ready.empty, claims, closed, tints)
    return Layers(
        base=f"{ready.opening}>{ready.background}</g></svg>",
        tracks="".join(
            [
                ready.opening,
                "><g>",
                ready.definitions,
                ready.defined(tints),
                *tracks,
                "</g></svg>",
            ]
        ),
        cities=f"{ready.opening}><g>{ready.foreground}</svg>",
    )


def spaces_with_titles(board: Board, ready: Canvas) -> dict[str, str]:
    """The spaces of the open tracks, each with its tooltip."""
    language = get_language() or ""
    named = ready.titled_spaces.get(language)
    if named is None:
        named = ready.titled_spaces[language] = {
            key: f"<g><title>{escape(track_name(board, board.tracks[key]))}</title>{spaces}</g>"
            for key, spaces in ready.empty.items()
        }
    return named


def _tracks(
    ready: Canvas,
    free: Mapping[str, str],
    claims: Mapping[str, Claim],
    closed: Collection[str],
    tints: tuple[Tint, ...],
) -> list[str]:
    """The drawing of each track, in board order."""

    def trains(track: str, claim: Claim) -> str:
        if claim.bullet:
            return ready.bullets[track]
        return ready.trains(track, claim.seat, tints[claim.seat].fill)

    if not closed:
        return [
            trains(track, claim) if (claim := claims.get(track)) else empty
            for track, empty in free.items()
        ]
    shut, shut_tracks = ready.closed, frozenset(closed)
    return [
        trains(track, claim)
        if (claim := claims.get(track))
        else shut[track]
        if track in shut_tracks
        else empty
        for track, empty in free.items()
    ]


def claim_links(board: Board, ready: Canvas, claimable: Mapping[str, str]) -> list[str]:
    """A link over each claimable track, in board order, wide enough for a thumb.

    Its title is the tooltip.
    """
    language = get_language() or ""
    names = ready.names.get(language)
    if names is None:
        names = ready.names[language] = {
            key: escape(claim_name(board, track)) for key, track in board.tracks.items()
        }
    return [
        f'<a class="claim" href="{escape(claimable[track])}" aria-label="{name}">'
        f"<title>{name}</title>{ready.click_target[track]}</a>"
        for track, name in names.items()
        if track in claimable
    ]
