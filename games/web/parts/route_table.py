"""Routes as tables: the choices of the board picture for readers who do not use it.

Rows are joined from strings: a board has a hundred of them, and templates are slow at that.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from engine import Board, View
from engine.board.model import Track
from games.common.markup import escape
from games.drawing.palette import seat_tints
from games.facts.tickets import city_pair
from games.web.parts import phrases
from games.web.parts.pictures import colour_chip, seat_sign


def route_tables(
    view: View, names: Mapping[int, str], *, claimable: Collection[str], move_url: str
) -> list[dict[str, Any]]:
    """The routes in up to three tables: to claim now, still open, no longer open.

    ``last`` is the heading of a last column, if a table has one more.

    ``claimable`` holds the tracks with a legal claim of the reader; ``move_url`` prepares a move.
    """
    board = view.board
    language = get_language() or ""
    known, words = _static_rows(board, language), _words(language)
    owners = _owners(view, names, words.public)
    now: list[str] = []
    still: list[str] = []
    gone: list[str] = []
    closed = f"<td>{words.closed}</td></tr>"
    for key in board.tracks:
        row = known[key]
        if key in claimable:
            now.append(
                f'<tr><th scope="row"><a class="claim-link" href="{move_url}?do=claim&amp;'
                f'track={key}">{row.claim}</a></th>{row.cells}</tr>'
            )
        elif key in view.open_tracks.by_id:
            still.append(f"{row.head}{row.cells}</tr>")
        elif key in view.owner:
            gone.append(f"{row.head}{row.cells}<td>{_owner(view, owners, key)}</td></tr>")
        else:
            gone.append(row.head + row.cells + closed)
    tables = [
        ("now", words.now, now, ""),
        ("open", words.still, still, ""),
        ("gone", words.gone, gone, words.owner),
    ]
    return [
        {
            "key": key,
            "title": title,
            "count": len(rows),
            "rows": mark_safe("".join(rows)),  # noqa: S308
            "last": last,
        }
        for key, title, rows, last in tables
        if rows
    ]


def board_rows(board: Board) -> SafeString:
    """The rows of all routes of an empty board."""
    known = _static_rows(board, get_language() or "")
    return mark_safe("".join(f"{row.head}{row.cells}</tr>" for row in known.values()))  # noqa: S308


@dataclass(frozen=True, slots=True)
class _Owner:
    """How the table names a player whose own a route is, and one who built it for everybody."""

    own: str
    public: str


@dataclass(frozen=True, slots=True)
class _Words:
    """The words of the tables, escaped."""

    now: SafeString
    still: SafeString
    gone: SafeString
    closed: SafeString
    owner: SafeString
    public: SafeString


@lru_cache(maxsize=16)
def _words(language: str) -> _Words:
    """In the active language, which is ``language``."""
    return _Words(
        now=escape(_("You can claim now")),
        still=escape(_("Other open routes")),
        gone=escape(_("Claimed and closed")),
        closed=escape(_("closed")),
        owner=escape(_("Owner")),
        public=escape(_("public, built by %(name)s")),
    )


def _owners(view: View, names: Mapping[int, str], public: str) -> list[_Owner]:
    """For each seat; a table says each of them many times."""
    tints = seat_tints(view.teams)
    escaped = [escape(names[seat]) for seat in range(view.seats)]
    return [
        _Owner(f"{seat_sign(tint)} {name}", public % {"name": name})
        for tint, name in zip(tints, escaped, strict=False)
    ]


def _owner(view: View, owners: Sequence[_Owner], key: str) -> str:
    seat = view.owner[key]
    if view.board.tracks[key].kind == "bullet" and key not in view.claims[seat]:
        return owners[seat].public
    return owners[seat].own


@dataclass(frozen=True, slots=True)
class _StaticRow:
    """``head`` begins the row with the name alone, ``claim`` is the name as a link says it."""

    head: str
    claim: str
    cells: str


@lru_cache(maxsize=16)
def _static_rows(board: Board, language: str) -> Mapping[str, _StaticRow]:
    """The part of each row that never changes, by track, once for each board and language."""
    return {track.id: _row(board, track) for track in _by_name(board)}


def _by_name(board: Board) -> Iterable[Track]:
    return sorted(board.tracks.values(), key=lambda track: city_pair(board, track))


def _row(board: Board, track: Track) -> _StaticRow:
    name = escape(city_pair(board, track))
    colour = "bullet" if track.kind == "bullet" else track.colour
    return _StaticRow(
        f'<tr><th scope="row">{name}</th>',
        f'<span class="visually-hidden">{escape(_("Claim"))} </span>'
        f'<span class="route-name">{name}</span>'
        f'<span class="visually-hidden">, {escape(phrases.route_kind(track))}</span>',
        f'<td class="numbers">{track.length}</td>'
        f"<td>{colour_chip(colour)}{escape(phrases.route_kind(track))}</td>"
        f'<td class="numbers">{_points(board, track)}</td>',
    )


def _points(board: Board, track: Track) -> str:
    if track.kind == "bullet" and board.bullet_trains:
        return "&#8211;"
    return str(board.route_points[track.length])
