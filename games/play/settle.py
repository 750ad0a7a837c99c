"""Bringing the rows that are read up to the state that the log has led to."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

import engine
from engine import wire
from games import statements
from games.clock import deadlines
from games.tables.models import Game, GameStatus, Seat

# These decisions continue a turn, on the clock of the turn (P-1).
CONTINUING: Final = frozenset({"second", "place", "keep", "tunnel"})
FIELDS: Final = ("decision", "kind", "opened_at", "due_at", "reminded_for", "place", "points")


def settle_rows(
    *, game: Game, seats: Sequence[Seat], state: engine.Game, now: datetime
) -> set[int]:
    """Updates the rows of a game and its seats; gets the seats in which bots are waited for.

    ``game`` is locked and its version already stands at the last event; ``seats`` were read since.
    """
    outcome = state.outcome
    if outcome is not None:
        game.status = GameStatus.FINISHED
        game.ended_at = now
        game.result = wire.encode(outcome)[2]
    statements.update([game], "version", "head", "status", "ended_at", "result")
    scored = (
        {number: score for score in outcome.scores for number in score.seats} if outcome else {}
    )
    changed = []
    for seat in seats:
        score = scored.get(seat.number)
        if score:
            seat.place, seat.points = score.place, score.total
        if _settle(seat, game, state, now) or score:
            changed.append(seat)
    statements.update(changed, *FIELDS)
    return {seat.number for seat in seats if seat.bot and seat.decision is not None}


def _settle(seat: Seat, game: Game, state: engine.Game, now: datetime) -> bool:
    """Follows the open decision of a seat; gets whether it is another one now."""
    decision = state.opened.get(seat.number)
    if decision == seat.decision:
        return False
    seat.decision = decision
    seat.kind = state.pending.get(seat.number, "")
    if decision is None:
        seat.opened_at = seat.due_at = seat.reminded_for = None
    elif seat.kind not in CONTINUING or seat.due_at is None:
        seat.opened_at = now
        seat.due_at = deadlines.due_at(game=game, seat=seat, opened_at=now)
        seat.reminded_for = None
    return True
