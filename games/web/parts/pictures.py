"""Board, cards and seat signs as inline SVG."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import ngettext

from engine import Board, View
from games.drawing import palette
from games.drawing.board_svg import Claim, board_svg, board_title, claims_on, closed_on
from games.drawing.built import built_on
from games.drawing.palette import Theme, seat_tints
from games.drawing.replay_board import Piece
from games.drawing.sketch_layer import SketchLayer

PAGE_THEME: Theme = "page"
"""The stylesheet says what each colour of the map is, by day and by night."""


def draw_board(
    view: View,
    *,
    highlight: Collection[str] = (),
    wanted: Mapping[str, str] | None = None,
    recede: bool = False,
    sketch: SketchLayer | None = None,
    desc: str = "",
) -> SafeString:
    """The board with what is built on it.

    The ``wanted`` cities have a ring: they are private to the reader, like the tickets.
    With ``recede`` what nobody has claimed steps back behind the trains. ``desc`` is for those who
    do not see it.
    """
    board = view.board
    claimed = len(view.owner)
    counted = ngettext(
        "%(count)d route is claimed. The tables of routes below show the same in words.",
        "%(count)d routes are claimed. The tables of routes below show the same in words.",
        claimed,
    )
    svg = board_svg(
        board,
        claims=claims_on(view),
        highlight=highlight,
        closed=closed_on(view),
        built=built_on(view),
        wanted=wanted,
        recede=recede,
        sketch=sketch,
        tints=seat_tints(view.teams),
        theme=PAGE_THEME,
        title=board_title(board),
        desc=desc or counted % {"count": claimed},
    )
    return mark_safe(svg)  # noqa: S308


def pieces_on(view: View) -> Iterator[Piece]:
    """What has been placed on the board, or struck out."""
    yield from (Piece("closed", track) for track in closed_on(view))
    yield from (Piece("train", track, claim) for track, claim in claims_on(view).items())
    yield from (Piece("built", city, Claim(seat)) for city, seat in built_on(view).items())


def draw_empty_board(board: Board) -> SafeString:
    """The board before anybody has claimed anything."""
    return mark_safe(board_svg(board, theme=PAGE_THEME, title=board_title(board)))  # noqa: S308


HEIGHT = 66
_FRAME = (
    '<svg xmlns="http://www.w3.org/2000/svg" class="card-picture" viewBox="-17 -22 34 44" '
    f'width="{round(HEIGHT * 34 / 44)}" height="{HEIGHT}" aria-hidden="true">'
)


@cache
def card_picture(card: str) -> SafeString:
    """The picture of a card, as decoration beside its name."""
    return mark_safe(palette.card_svg(card, height=HEIGHT))  # noqa: S308


@cache
def card_back() -> SafeString:
    """The back of a card: a night sky with rails, and the lamp of a train far away."""
    rails = "".join(
        f"M{-w} {y}H{w}" for y, w in ((19, 9), (13, 6.6), (8, 4.6), (4.5, 3.2), (2, 2.2))
    )
    return mark_safe(  # noqa: S308
        f'{_FRAME}<rect x="-16" y="-21" width="32" height="42" rx="5" fill="#14213a" '
        'stroke="#76849f" stroke-width="1.5"/>'
        '<path d="M-8 20 -1 0M8 20 1 0" stroke="#8d9ab6" stroke-width="1.4" fill="none"/>'
        f'<path d="{rails}" stroke="#54658c" stroke-width="1.4"/>'
        '<circle cy="-4" r="6" fill="#f2b632" opacity=".25"/><circle cy="-4" r="3" fill="#f2b632"/>'
        '<path d="M-10-15h.1M-3-17h.1M6-13h.1M11-16h.1M-12-8h.1M10-6h.1" stroke="#f8f1df" '
        'stroke-width="1.4" stroke-linecap="round"/></svg>'
    )


@cache
def empty_place() -> SafeString:
    """The outline of a card where none lies."""
    return mark_safe(  # noqa: S308
        f'{_FRAME}<rect x="-16" y="-21" width="32" height="42" rx="5" fill="none" '
        'stroke="#76849f" stroke-width="1.5" stroke-dasharray="3 3"/></svg>'
    )


@cache
def seat_sign(tint: palette.Tint) -> SafeString:
    """The sign of a seat: the number that its trains carry, in their colours."""
    style = tint.name.replace(" ", "-")
    return mark_safe(  # noqa: S308
        f'<span class="sign sign-{style}" aria-hidden="true">{tint.letter}</span>'
    )


def joined_signs(view: View, seats: Iterable[int]) -> SafeString:
    """The signs of the seats of a side."""
    tints = palette.seat_tints(view.teams)
    return mark_safe("".join(seat_sign(tints[seat]) for seat in seats))  # noqa: S308


@cache
def colour_chip(colour: str) -> SafeString:
    """The sign of a route's colour, "bullet" included: its letter on its colour."""
    tint = palette.ROUTES.get(colour)
    return mark_safe(  # noqa: S308
        f'<span class="chip chip-{colour}" aria-hidden="true">{tint.letter if tint else ""}</span>'
    )
