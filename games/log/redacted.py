"""A log as one reader may know it: the state as a view, each event redacted, and its sentence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import engine
from engine import wire
from engine.text.lexicon import Lexicon
from engine.text.log_lines import describe
from games.language.table_events import describe_table_event
from games.log import reading
from games.log.reading import LogLine
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
    """The view of a person on a game that has begun; spectators get the public facts.

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
        redact_line(line, seat, state)
        for line in reading.events(game, after=after)
        if line.seq <= state.seq
    ]


def redact_line(line: LogLine, seat: int | None, state: engine.Game) -> RedactedEvent:
    """The event of a line as a seat may know it (None is a spectator).

    Of a ``state`` after the end nothing is hidden: callers choose between the state at the event
    and the latest one.
    """
    type_, data = wire.encode(line.event)[0], engine.redact(line.event, seat, state)
    return RedactedEvent(line.seq, line.at, line.actor, type_, data)


def event_sentence(
    event: RedactedEvent,
    *,
    board: engine.Board,
    names: Sequence[str],
    seat: int | None,
    lexicon: Lexicon,
) -> str | None:
    """The sentence of an event, or None where there is nothing to tell.

    ``names`` are those of the seats, ``seat`` is the reader's. Readers whose own event was redacted
    (mail below full privacy) are told of it as all others are.
    """
    reader = None if event.data.get("redacted") else seat
    if event.type.startswith("table."):
        return describe_table_event(event.type, event.data, names=names, seat=reader)
    return describe(event.type, event.data, board=board, names=names, seat=reader, lexicon=lexicon)


def _seat_number(game: Game, person: Reader) -> int | None:
    seat = seat_of(game, person)
    return seat.number if seat else None
