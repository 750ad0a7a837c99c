"""The clocks of a table as people read them: who is due when, the banks, who is away."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.http import HttpRequest

from games.clock.calendars import Calendars
from games.clock.terms import terms_of
from games.clock.wording import pace, span
from games.language.moments import moment as in_words
from games.votes.voters import votes_for
from games.web.parts.clock import Clock, clock
from games.web.play.sitting import Sitting


@dataclass(frozen=True, slots=True)
class SeatClock:
    """The clock of one seat. Times are those of the reader, "" where there is nothing to say.

    ``bank`` is what was left when the turn began, and from ``bank_from`` on the turn drains it.
    ``looking`` says that the seat looks for a substitute, ``missed`` counts automatic moves in a
    row.
    """

    number: int
    name: str
    mine: bool
    bot: bool
    deciding: bool
    clock: Clock | None
    bank: str
    bank_from: str
    away_until: str
    looking: bool
    missed: int


@dataclass(frozen=True, slots=True)
class TableClock:
    """The clock of a game: ``pace`` as agreed, ``paused`` since when and ``until`` when, if it is.

    ``to_vote`` counts the open votes that wait for the reader.
    """

    pace: str
    paused: str
    until: str
    seats: tuple[SeatClock, ...]
    mine: SeatClock | None
    to_vote: int


def table_clock(at: Sitting, now: datetime) -> TableClock:
    """Gets the clock of a running game as its reader may know it: it is public."""
    game = at.game
    calendars = Calendars(game, now)
    seats = tuple(
        SeatClock(
            number=seat.number,
            name=at.names[seat.number],
            mine=seat.number == at.number,
            bot=bool(seat.bot),
            deciding=seat.decision is not None,
            clock=clock(seat.due_at, now),
            bank=span(seat.bank) if game.bank_cap_hours and not seat.bot else "",
            bank_from=moment(seat.bank_from),
            away_until=moment(calendars.away_until(seat)),
            looking=seat.open_since is not None,
            missed=seat.missed,
        )
        for seat in at.seats
    )
    return TableClock(
        pace=pace(terms_of(game)),
        paused=moment(game.paused_at),
        until=moment(game.resume_at),
        seats=seats,
        mine=next((seat for seat in seats if seat.mine), None),
        to_vote=votes_for(at.seat, now) if at.seat else 0,
    )


def clock_at(request: HttpRequest, at: Sitting, now: datetime) -> TableClock | None:
    """Gets the clock of the table once a request; None where the game is over."""
    if at.over:
        return None
    found: TableClock | None = getattr(request, "_table_clock", None)
    if found is None:
        found = table_clock(at, now)
        request._table_clock = found  # type: ignore[attr-defined]
    return found


def moment(at: datetime | None) -> str:
    """Gets a time with its zone, where the reader lives: "Tue 24 Nov 14:05 CET"; "" for none."""
    return "" if at is None else in_words(at, "D j N H:i")
