"""Double and triple routes (B-9, A-7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.board.model import Track
    from engine.state import State


def closes(game: State, track: Track) -> tuple[str, ...]:
    """Gets the parallel tracks that close for all when this one is claimed (B-9, A-7)."""
    parallel = game.board.groups[track.group]
    if len(parallel) == 1:
        return ()
    still_open = [other for other in parallel if other != track.id and other in game.lanes.open]
    claimed = len(parallel) - len(still_open)
    if claimed < game.board.capacity(track.group, game.seats):
        return ()
    return tuple(still_open)
