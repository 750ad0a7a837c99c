"""A log as one reader may know it: the state as a view, each event redacted."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

import engine
from engine import wire
from games.log import reading
from games.tables.models import Game
from games.tables.selectors import Reader, seat_of


@dataclass(frozen=True, slots=True)
class RedactedEvent:
    """One event as a reader may know it."""

    seq: int
    at: datetime
    actor: str
    type: str
    data: dict[str, Any]


def view_for(game: Game, person: Reader) -> engine.View:
    """Return what a person may know of a game that has begun; spectators get the public facts.

    The caller has found the game through a selector of :mod:`games.tables.selectors`.
    """
    return engine.view(reading.load(game), _seat_number(game, person))


def events_for_reader(game: Game, person: Reader, *, after: int = -1) -> list[RedactedEvent]:
    """The events after ``after`` as a person may know them."""
    return redacted_events(game, reading.load(game), _seat_number(game, person), after=after)


def redacted_events(
    game: Game, state: engine.Game, seat: int | None, *, after: int = -1
) -> list[RedactedEvent]:
    """The events after ``after``, up to ``state``, as a seat may know them.

    What was appended since the state was loaded is left for the next look.
    """
    return [
        RedactedEvent(
            line.seq,
            line.at,
            line.actor,
            wire.encode(line.event)[0],
            engine.redact(line.event, seat, state),
        )
        for line in reading.events(game, after=after)
        if line.seq <= state.seq
    ]


def _seat_number(game: Game, person: Reader) -> int | None:
    seat = seat_of(game, person)
    return seat.number if seat else None
