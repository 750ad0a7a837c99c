"""How each event changes the state: one small function an event type, and no rules.

A fold believes its event. It moves cards, trains and tickets to where the event says they went.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from engine.fold.base import BASE
from engine.fold.taking_back import TAKING_BACK
from engine.fold.teams import TEAMS
from engine.fold.tunnels import TUNNELS

if TYPE_CHECKING:
    from engine.state import State

FOLD: Mapping[type, Callable[[State, Any], None]] = {**BASE, **TEAMS, **TUNNELS, **TAKING_BACK}
"""What applies each event type."""
