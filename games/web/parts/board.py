"""The board as a picture inside the page; its links are the choices of the reader."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine import Board, View
from engine.board.picture import load_picture
from games.drawing.palette import Theme, liveries
from games.drawing.svg import board_svg, claims_on, closed_on

IN_PAGE: Theme = "page"
"""The stylesheet says what each colour of the map is, by day and by night."""


def picture_of(
    view: View,
    *,
    claimable: Iterable[str] = (),
    move_url: str = "",
    highlight: Collection[str] = (),
    wanted: Mapping[str, str] | None = None,
) -> SafeString:
    """Gets the board with what stands on it; each of the ``claimable`` tracks is a link.

    Round the ``wanted`` cities stands a ring: they are the reader's own affair, like the tickets.
    """
    board = view.board
    claimed = len(view.owner)
    desc = ngettext(
        "%(count)d route is claimed. The tables of routes below tell the same in words.",
        "%(count)d routes are claimed. The tables of routes below tell the same in words.",
        claimed,
    )
    svg = board_svg(
        board,
        load_picture(board.key),
        claims=claims_on(view),
        claimable={track: f"{move_url}?do=claim&track={track}" for track in claimable},
        highlight=highlight,
        closed=closed_on(view),
        wanted=wanted,
        liveries=liveries(view.teams),
        theme=IN_PAGE,
        title=_("Board of %(board)s") % {"board": board.name},
        desc=desc % {"count": claimed},
    )
    return mark_safe(svg)  # noqa: S308


def empty_picture(board: Board) -> SafeString:
    """Gets the board before anybody has claimed anything."""
    svg = board_svg(
        board,
        load_picture(board.key),
        theme=IN_PAGE,
        title=_("Board of %(board)s") % {"board": board.name},
    )
    return mark_safe(svg)  # noqa: S308
