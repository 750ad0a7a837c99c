"""Compare the rows of a game and its seats with its state and last event."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import engine
from engine import wire
from games.common import event_types
from games.tables.models import Game, GameStatus, Seat


@dataclass(frozen=True, slots=True)
class LastEvent:
    """The end of a log, as it is stored."""

    seq: int
    at: datetime
    type: str
    data: Mapping[str, Any]
    hash: str


def row_faults(
    game: Game, seats: Sequence[Seat], state: engine.Game, last: LastEvent
) -> Iterator[str]:
    """Every difference between the rows of a started game and its log, as sentences.

    Compared are the end of the log, status and result, and for each seat the open decision, its
    clock, place, points, team and end. Settings, banks, misses and people do not follow from the
    state.
    """
    if game.version != last.seq:
        yield f"The game is at event {game.version}, and its log ends with {last.seq}."
    elif game.head != last.hash:
        yield f"Event {game.version} has another hash than the game remembers."
    allowed = _statuses(state, last)
    if game.status not in allowed:
        words = " or ".join(allowed)
        yield f"The game is {game.status}; by its log it is {words}."
    result = _result(state, last)
    # An imported record keeps no director's result, only the event about it.
    stored_here = not (last.type == event_types.ADJUDICATED and game.status == GameStatus.VOID)
    if result != game.result and (stored_here or game.result is not None):
        yield "The result of the game is not the one in its log."
    over = game.status != GameStatus.RUNNING
    if over and game.ended_at != last.at:
        yield f"The game ended at {game.ended_at}; the last event of its log is of {last.at}."
    if not over and game.ended_at is not None:
        yield f"The game runs and yet ended at {game.ended_at}."
    scores = _scores(game.result)
    for seat in seats:
        yield from _decision(game, seat, state)
        yield from _score(seat, scores.get(seat.number))
        if seat.over_at != game.ended_at:
            yield f"Seat {seat.number} ended at {seat.over_at}; the game says {game.ended_at}."
        if state.teams and seat.number not in state.teams[seat.team or 0]:
            yield f"Seat {seat.number} is in team {seat.team}; the log has another pairing."


def _statuses(state: engine.Game, last: LastEvent) -> tuple[str, ...]:
    if last.type == event_types.VOIDED:
        return (GameStatus.VOID.value,)
    if state.outcome is not None or last.type == event_types.ADJUDICATED:
        # A director may void a finished game: its log does not change.
        return (GameStatus.FINISHED.value, GameStatus.VOID.value)
    return (GameStatus.RUNNING.value,)


def _result(state: engine.Game, last: LastEvent) -> dict[str, Any] | None:
    if last.type == event_types.ADJUDICATED:
        return {key: value for key, value in last.data.items() if key != "reason"}
    return wire.encode(state.outcome)[2] if state.outcome else None


def _scores(result: Mapping[str, Any] | None) -> dict[int, tuple[int, int]]:
    """Place and points of each seat."""
    if result is None:
        return {}
    return {
        seat: (score["place"], score["total"])
        for score in result["scores"]
        for seat in score["seats"]
    }


def _score(seat: Seat, wanted: tuple[int, int] | None) -> Iterator[str]:
    if (seat.place, seat.points) != (wanted or (None, None)):
        yield (
            f"Seat {seat.number} has place {seat.place} and {seat.points} points; the result says"
            f" {'nothing' if wanted is None else f'place {wanted[0]} and {wanted[1]}'}."
        )


def _decision(game: Game, seat: Seat, state: engine.Game) -> Iterator[str]:
    """The decision of a seat and its clock. A finished game has none."""
    running = game.status == GameStatus.RUNNING
    decision = state.decision_seqs.get(seat.number) if running else None
    kind = state.pending.get(seat.number, "") if running else ""
    if seat.decision != decision:
        yield f"Seat {seat.number} waits for decision {seat.decision}; the log says {decision}."
    elif seat.kind != kind:
        yield f"Seat {seat.number} waits for a {seat.kind!r}; the log says {kind!r}."
    elif decision is None and (seat.opened_at or seat.due_at):
        yield f"Seat {seat.number} has nothing to decide, and yet a clock that runs."
    elif decision is not None and seat.opened_at is None:
        yield f"Seat {seat.number} has a decision, and no clock that runs."
    elif decision is not None and (seat.due_at is None) != (game.practice or bool(game.paused_at)):
        yield (
            f"Seat {seat.number} has a decision without a deadline."
            if seat.due_at is None
            else f"Seat {seat.number} has a deadline, and its game has none."
        )
