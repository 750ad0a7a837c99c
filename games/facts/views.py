"""Views by who may see them, as types that mypy keeps apart (B-15)."""

from __future__ import annotations

from typing import NewType

import engine
from engine.state import State

PublicView = NewType("PublicView", engine.View)
"""A spectator's view. Code for others takes one, and so is refused a view of a seat."""

SeatView = NewType("SeatView", engine.View)
"""The view of the reader's own seat, with all that only this seat may see."""


def public_view(game: State) -> PublicView:
    """The view of everybody."""
    return PublicView(engine.view(game, None))


def seat_view(game: State, seat: int) -> SeatView:
    """The view of a seat."""
    return SeatView(engine.view(game, seat))
