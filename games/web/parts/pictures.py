"""Small pictures between the words: cards, and the sign of a seat."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from django.utils.safestring import SafeString, mark_safe

from engine import View
from games.drawing import palette

HEIGHT = 66
_FRAME = (
    '<svg xmlns="http://www.w3.org/2000/svg" class="card-picture" viewBox="-17 -22 34 44" '
    f'width="{round(HEIGHT * 34 / 44)}" height="{HEIGHT}" aria-hidden="true">'
)


@cache
def card_picture(card: str) -> SafeString:
    """Gets the picture of a card, as decoration beside its name."""
    return mark_safe(palette.card_svg(card, height=HEIGHT))  # noqa: S308


@cache
def card_back() -> SafeString:
    """Gets the back of a card: a night sky with rails, and the lamp of a train far away."""
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
    """Gets the outline of a card where none lies."""
    return mark_safe(  # noqa: S308
        f'{_FRAME}<rect x="-16" y="-21" width="32" height="42" rx="5" fill="none" '
        'stroke="#76849f" stroke-width="1.5" stroke-dasharray="3 3"/></svg>'
    )


@cache
def seat_sign(tint: palette.Tint) -> SafeString:
    """Gets the sign of a seat: the number that its trains carry, in their colours."""
    style = tint.name.replace(" ", "-")
    return mark_safe(  # noqa: S308
        f'<span class="sign sign-{style}" aria-hidden="true">{tint.letter}</span>'
    )


def joined_signs(view: View, seats: Iterable[int]) -> SafeString:
    """Gets the signs of the seats of a side."""
    tints = palette.liveries(view.teams)
    return mark_safe("".join(seat_sign(tints[seat]) for seat in seats))  # noqa: S308


@cache
def chip(colour: str) -> SafeString:
    """Gets the sign of a route's colour, "bullet" included: its letter on its colour."""
    tint = palette.ROUTES.get(colour)
    return mark_safe(  # noqa: S308
        f'<span class="chip chip-{colour}" aria-hidden="true">{tint.letter if tint else ""}</span>'
    )
