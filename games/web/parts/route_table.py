"""Routes as tables: the choices of the board picture for readers who do not use it.

Rows are joined from strings: a board has a hundred of them, and templates are slow at that.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

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


@dataclass(frozen=True, slots=True)
class RouteTable:
    """A table of routes: its rows, joined, and how many they are."""

    key: str
    title: SafeString
    count: int
    rows: SafeString


def route_tables(
    view: View, names: Mapping[int, str], *, claimable: Collection[str], move_url: str
) -> list[RouteTable]:
    """The routes in up to three tables: those to claim ``now``, still ``open``, and ``gone``.

    ``claimable`` holds the tracks with a legal claim of the reader; ``move_url`` prepares a move.
    """
    board = view.board
    known, owners = _static_rows(board, get_language()), _owners(view, names)
    rows: dict[str, list[str]] = {"now": [], "open": [], "gone": []}
    closed = escape(_("closed"))
    claim_link = f'<th scope="row"><a class="claim-link" href="{move_url}?do=claim&amp;track='
    for key in board.tracks:
        row = known[key]
        if key in claimable:
            rows["now"].append(f'<tr>{claim_link}{key}">{row.claim}</a></th>{row.cells}</tr>')
        elif key in view.open_tracks.by_id:
            rows["open"].append(f"{row.head}{row.cells}</tr>")
        else:
            owner = owners[view.owner[key]][_is_public(view, key)] if key in view.owner else closed
            rows["gone"].append(f"{row.head}{row.cells}<td>{owner}</td></tr>")
    titles = {
        "now": _("You can claim now"),
        "open": _("Other open routes"),
        "gone": _("Claimed and closed"),
    }
    return [
        RouteTable(key, escape(titles[key]), len(found), _joined(found))
        for key, found in rows.items()
        if found
    ]


def board_rows(board: Board) -> SafeString:
    """The rows of all routes of an empty board."""
    known = _static_rows(board, get_language())
    return _joined(f"{row.head}{row.cells}</tr>" for row in known.values())


def _joined(rows: Iterable[str]) -> SafeString:
    return mark_safe("".join(rows))  # noqa: S308


def _owners(view: View, names: Mapping[int, str]) -> dict[int, tuple[str, str]]:
    """How the table names each seat: whose own a route is, and who built it for everybody."""
    public, tints = _("public, built by %(name)s"), seat_tints(view.teams)
    found: dict[int, tuple[str, str]] = {}
    for seat in range(view.seats):
        sign, name = seat_sign(tints[seat]), names[seat]
        found[seat] = f"{sign} {escape(name)}", escape(public % {"name": name})
    return found


def _is_public(view: View, key: str) -> bool:
    return view.board.tracks[key].kind == "bullet" and key not in view.claims[view.owner[key]]


class _StaticRow(NamedTuple):
    """``head`` begins the row with the name alone, ``claim`` is the name as a link says it."""

    head: str
    claim: str
    cells: str


@lru_cache(maxsize=16)
def _static_rows(board: Board, language: str | None) -> Mapping[str, _StaticRow]:
    """The part of each row that never changes, by track, once for each board and language."""
    by_name = sorted(board.tracks.values(), key=lambda track: city_pair(board, track))
    return {track.id: _row(board, track) for track in by_name}


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
