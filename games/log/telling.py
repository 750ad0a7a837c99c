"""What a reader may know of a log: its state as a view, its events redacted."""

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
class Told:
    """One event as a reader may know it."""

    seq: int
    at: datetime
    actor: str
    type: str
    data: dict[str, Any]


def view_of(game: Game, person: Reader) -> engine.View:
    """Gets what a person may know of a game that has begun; spectators get the public facts.

    The caller has found the game through a selector of :mod:`games.tables.selectors`.
    """
    return engine.view(reading.load(game), _number(game, person))


def story_of(game: Game, person: Reader, *, after: int = -1) -> list[Told]:
    """Gets the events after ``after`` as a person may know them."""
    return tell(game, reading.load(game), _number(game, person), after=after)


def tell(game: Game, state: engine.Game, seat: int | None, *, after: int = -1) -> list[Told]:
    """Gets the events after ``after``, up to ``state``, as a seat may know them.

    What was appended since the state was loaded is left for the next look.
    """
    return [
        Told(
            line.seq,
            line.at,
            line.actor,
            wire.encode(line.event)[0],
            engine.redact(line.event, seat, state),
        )
        for line in reading.events(game, after=after)
        if line.seq <= state.seq
    ]


def _number(game: Game, person: Reader) -> int | None:
    seat = seat_of(game, person)
    return seat.number if seat else None
