"""Bringing the rows that are read up to the state that the log has led to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final

import engine
from engine import wire
from games import statements
from games.clock import bank, deadlines, ledger
from games.clock.calendars import Calendars
from games.clock.models import ClockChange, ClockEntry
from games.play import ahead
from games.tables.models import Game, GameStatus, Seat

# These decisions continue a turn, on the clock of the turn (P-1).
CONTINUING: Final = frozenset({"second", "place", "keep", "tunnel"})
CLOCK: Final = "clock"
FIELDS: Final = (
    "decision", "kind", *deadlines.FIELDS, "bank", "missed", "auto_away", "open_since",
    "place", "points", *ahead.FIELDS,
)  # fmt: skip


def settle_rows(
    *,
    game: Game,
    seats: Sequence[Seat],
    state: engine.Game,
    moved: Mapping[int, str],
    now: datetime,
) -> set[int]:
    """Updates the rows of a game and its seats; gets the seats in which bots are waited for.

    ``game`` is locked and its version already stands at the last event; ``seats`` were read since.
    ``moved`` has the seats that just moved, each with the actor: the seat itself, or the clock.
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
    calendars = Calendars(game, now)
    changed: list[Seat] = []
    entries: list[ClockEntry] = []
    for seat in seats:
        score = scored.get(seat.number)
        if score:
            seat.place, seat.points = score.place, score.total
        mover = moved.get(seat.number)
        if mover not in (None, CLOCK) and _is_back(seat):
            changed.append(seat)
        another = _settle(seat, state, calendars, mover, entries)
        if another:
            ahead.follow(seat=seat, now=now)
        if another or score:
            changed.append(seat)
    statements.update(list({seat.number: seat for seat in changed}.values()), *FIELDS)
    ledger.write(entries)
    return {seat.number for seat in seats if seat.bot and seat.decision is not None}


def _is_back(seat: Seat) -> bool:
    """Forgets an absence, because the seat has moved by itself; gets whether there was one."""
    if not (seat.missed or seat.auto_away or seat.open_since):
        return False
    seat.missed, seat.auto_away, seat.open_since = 0, False, None
    return True


def _settle(
    seat: Seat,
    state: engine.Game,
    calendars: Calendars,
    mover: str | None,
    entries: list[ClockEntry],
) -> bool:
    """Follows the open decision of a seat; gets whether it is another one now."""
    decision = state.opened.get(seat.number)
    if decision == seat.decision:
        return False
    seat.decision = decision
    seat.kind = state.pending.get(seat.number, "")
    game, now = calendars.game, calendars.now
    if decision is not None and seat.kind in CONTINUING and seat.opened_at is not None:
        return True
    if seat.opened_at is not None and mover is not None:
        before = ledger.was(seat)
        _stop(seat, calendars, mover)
        what = ClockChange.MISSED if mover == CLOCK else ClockChange.MOVED
        entries += _line(seat, calendars, what, before)
    if decision is None:
        deadlines.close_turn(seat)
        return True
    before = ledger.was(seat)
    calendar = calendars.from_now_on(seat)
    deadlines.open_turn(game=game, seat=seat, calendar=calendar, now=now)
    entries += _line(seat, calendars, ClockChange.ASKED, before)
    return True


def _stop(seat: Seat, calendars: Calendars, mover: str) -> None:
    """Ends a turn: what it took too long comes out of the bank, and a move fills it."""
    game = calendars.game
    made_at = ahead.made_at(seat=seat, now=calendars.now)
    bank.drain(game=game, seat=seat, calendars=calendars, now=made_at)
    if mover == CLOCK:
        seat.missed += 1
    else:
        bank.fill(game=game, seat=seat)
    deadlines.close_turn(seat)


def _line(
    seat: Seat, calendars: Calendars, what: ClockChange, before: ledger.Was
) -> list[ClockEntry]:
    """Gets the line of the ledger; bots answer at once and have none."""
    if seat.bot:
        return []
    game, now = calendars.game, calendars.now
    return [ledger.entry(game=game, seat=seat, what=what, before=before, now=now)]
