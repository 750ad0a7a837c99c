"""The tracks for which a board gives a side points at the end, as it itself says (B-12, J-9)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.ending.tickets import Side
from engine.network import longest_trail
from engine.state import State


@dataclass(frozen=True, slots=True)
class Path:
    """The tracks of a side that a picture can light.

    ``trail`` is its longest path in board order; empty where the board awards none. ``bullets``
    are the bullet routes that it built, which brought it progress. ``holds`` says whether it has
    the most of what the board awards.
    """

    side: Side
    trail: tuple[str, ...]
    length: int
    bullets: tuple[str, ...]
    progress: int
    holds: bool


def paths_of(state: State) -> tuple[Path, ...]:
    """The path of each side of a game, in playing order."""
    board = state.board
    wants_trail = bool(board.bonuses.longest)
    claimed = {track for tracks in state.claims for track in tracks}
    shared = {track: seat for track, seat in state.owner.items() if track not in claimed}
    found = []
    for side in state.teams or tuple((seat,) for seat in state.order):
        own = [track for seat in side for track in state.claims[seat]]
        length, trail = longest_trail(board, own) if wants_trail else (0, ())
        bullets = tuple(track for track, seat in shared.items() if seat in side)
        progress = sum(state.progress[seat] for seat in side)
        found.append(Path(side, trail, length, bullets, progress, holds=False))
    longest = max(path.length for path in found)
    furthest = max(path.progress for path in found)
    # A zero is never a best.
    return tuple(
        replace(path, holds=0 < path.length == longest)
        if wants_trail
        else replace(path, holds=bool(board.bullet_trains) and 0 < path.progress == furthest)
        for path in found
    )
