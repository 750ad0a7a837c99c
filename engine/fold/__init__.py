"""Event handlers: how each event changes the state. Handlers do not check their event."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from engine.fold.base import BASE_HANDLERS, TAKE_BACK_HANDLERS
from engine.fold.mechanics import MECHANIC_HANDLERS

if TYPE_CHECKING:
    from engine.state import State

EVENT_HANDLERS: Final[dict[type, Callable[[State, Any], None]]] = {
    **BASE_HANDLERS,
    **MECHANIC_HANDLERS,
    **TAKE_BACK_HANDLERS,
}
"""The handler of each event type."""
