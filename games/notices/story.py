"""What a mail tells of a game: how it stands, and what happened since the reader last moved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import engine
from engine import wire
from engine.events import CardsDealt, GameEnded, RowFilled, TableEvent, TicketsDealt
from games.log.reading import Line, board_of, events
from games.people.models import MailPrivacy
from games.tables.models import Game, Seat


@dataclass(frozen=True, slots=True)
class Told:
    """An event as redacted for ``reader``, a seat or None: a spectator."""

    type: str
    data: dict[str, Any]
    reader: int | None


@dataclass(frozen=True, slots=True)
class Story:
    """``view`` is the seat's own, ``table`` a spectator's: what everybody may know."""

    view: engine.View
    table: engine.View
    since: tuple[Told, ...]
    first: bool
    """Whether the seat has not moved yet."""


def read_story(*, game: Game, seat: Seat, privacy: str) -> Story:
    """Gets the story of a started game for one seat, out of a single reading of its log.

    Below full privacy the reader's own events are told as a spectator sees them: a card that the
    clock drew for an absent player is a card of the hand.
    """
    lines = list(events(game))
    news = _first_news(lines, seat.number)
    since = []
    for seq, (event, state) in enumerate(
        engine.steps(board_of(game), [line.event for line in lines])
    ):
        # The first event lays out the table.
        if seq >= (news or 1) and not _shown_elsewhere(event, state):
            since.append(_told(event, state, seat.number, privacy))
    view, table = engine.view(state, seat.number), engine.view(state, None)
    return Story(view, table, tuple(since), first=not news)


def _shown_elsewhere(event: engine.Event, state: engine.Game) -> bool:
    """Whether the mail shows it in another way: as hand, choice, row or final table."""
    laid_out = state.turn == 0 and isinstance(event, RowFilled)
    return laid_out or isinstance(event, CardsDealt | TicketsDealt | GameEnded)


def _told(event: engine.Event, state: engine.Game, number: int, privacy: str) -> Told:
    type_ = wire.encode(event)[0]
    if privacy == MailPrivacy.FULL:
        return Told(type_, engine.redact(event, number, state), number)
    data = engine.redact(event, None, state)
    return Told(type_, data, None if data.get("redacted") else number)


def _first_news(lines: Sequence[Line], number: int) -> int:
    """Gets the place of the first line after the seat's last own move and what came of it."""
    place = len(lines)
    while place and not _is_own_move(lines[place - 1], number):
        place -= 1
    while place and place < len(lines) and not _is_a_cause(lines[place]):
        place += 1
    return place


def _is_own_move(line: Line, number: int) -> bool:
    return line.seat == number and line.actor == str(number)


def _is_a_cause(line: Line) -> bool:
    return line.action is not None or isinstance(line.event, TableEvent)
