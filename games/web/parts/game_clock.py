"""The clock of a game for its reader: deadline, bank and absence of each seat."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.http import HttpRequest

from games.clock.core.evenings import evening_due
from games.clock.core.game_calendars import GameCalendars
from games.clock.core.terms import describe_terms, terms_of
from games.common.dates import DateFormat, format_datetime
from games.common.durations import count_minutes, describe_duration
from games.votes.selectors import agreed_votes, open_vote_count
from games.web.parts.durations import deadline_text
from games.web.parts.game_context import GameContext

Clock = dict[str, Any]


def game_clock(context: GameContext, now: datetime) -> Clock:
    """The clock of a running game as its reader may know it: it is public.

    ``pace`` is as agreed, ``evening`` the time for a turn while everybody is at the page, which
    they are if ``evening_now``; ``to_vote`` counts the open votes that wait for the reader,
    ``agreed`` says that one waits for a director. Of each seat ``bank`` is what was left when the
    turn began, and from ``bank_from`` on the turn drains it; ``missed`` counts automatic moves in a
    row. Times are those of the reader, "" where there is nothing to say.
    """
    game = context.game
    calendars = GameCalendars(game, now, has_vacations=context.beside.vacations)
    seats = [
        {
            "number": seat.number,
            "name": context.names[seat.number],
            "mine": seat.number == context.seat_number,
            "bot": bool(seat.bot),
            "deciding": seat.decision is not None,
            "clock": deadline_text(evening_due(game, seat) or seat.due_at, now),
            "bank": describe_duration(seat.bank) if game.bank_cap_hours and not seat.bot else "",
            "bank_from": format_moment(seat.bank_from),
            "away_until": format_moment(calendars.away_until(seat)),
            "needs_substitute": seat.open_since is not None,
            "missed": seat.missed,
        }
        for seat in context.seats
    ]
    has_votes = context.seat is not None and context.beside.votes
    return {
        "pace": describe_terms(terms_of(game)),
        "evening": count_minutes(game.evening_minutes) if game.evening_minutes else "",
        "evening_now": game.evening_since is not None and game.paused_at is None,
        "paused_since": format_moment(game.paused_at),
        "until": format_moment(game.resume_at),
        "seats": seats,
        "mine": next((seat for seat in seats if seat["mine"]), None),
        "to_vote": open_vote_count(context.seat, now) if context.seat and has_votes else 0,
        "agreed": has_votes and agreed_votes(now).filter(game=game).exists(),
    }


def cached_game_clock(request: HttpRequest, context: GameContext, now: datetime) -> Clock | None:
    """The clock of the table once a request; None where the game is over or the reader is late."""
    if context.is_over or context.is_delayed:
        return None
    found: Clock | None = getattr(request, "_table_clock", None)
    if found is None:
        found = game_clock(context, now)
        request._table_clock = found  # type: ignore[attr-defined]
    return found


def format_moment(at: datetime | None) -> str:
    """A time with its zone, where the reader lives: "Tue 24 Nov 14:05 CET"; "" for none."""
    return format_datetime(at, DateFormat.WEEKDAY_TIME)
