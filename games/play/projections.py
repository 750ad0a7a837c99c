"""Projections: update the rows of game and seats from the state of the log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final

import engine
from engine import wire
from games.clock.core import bank, deadlines, ledger
from games.clock.core.game_calendars import GameCalendars
from games.clock.models import ClockChange, ClockEntry
from games.common import sql
from games.common.actors import CLOCK
from games.play import deferred
from games.tables.models import Game, GameStatus, Seat

# These decisions continue a turn, on the clock of the turn (P-1).
CONTINUING: Final = frozenset({"second", "place", "keep", "tunnel"})
PROJECTED_FIELDS: Final = (
    "decision", "kind", *deadlines.DEADLINE_FIELDS, "bank", "missed", "auto_away", "open_since",
    *deferred.DEFERRED_FIELDS,
)  # fmt: skip
# SQLite writes the indexes of all columns in an UPDATE, whether they change or not.
AT_THE_END: Final = ("place", "points", "over_at")
GAME_AT_THE_END: Final = ("status", "ended_at", "result", "evening_since")


def update_projections(
    *,
    game: Game,
    seats: Sequence[Seat],
    state: engine.Game,
    movers: Mapping[int, str],
    has_vacations: bool,
    now: datetime,
) -> set[int]:
    """Update the rows of a game and its seats; return the seats whose bots must move.

    ``game`` is locked and its version is already that of the last event; ``seats`` were read after
    that. ``movers`` has the seats that just moved, each with the actor: the seat itself, or the
    clock. ``has_vacations`` False means that nobody at the table has one.
    """
    outcome = state.outcome
    if outcome is not None:
        game.status, game.evening_since = GameStatus.FINISHED, None
        game.ended_at = now
        game.result = wire.encode(outcome)[2]
    # A director may have ended it as well.
    runs_on = game.status == GameStatus.RUNNING
    sql.update([game], "version", "head", "changed", *(() if runs_on else GAME_AT_THE_END))
    scored = (
        {number: score for score in outcome.scores for number in score.seats} if outcome else {}
    )
    calendars = GameCalendars(game, now, has_vacations=has_vacations)
    changed: list[Seat] = []
    entries: list[ClockEntry] = []
    for seat in seats:
        score = scored.get(seat.number)
        if score:
            seat.place, seat.points, seat.over_at = score.place, score.total, now
        mover = movers.get(seat.number)
        if mover not in (None, CLOCK) and _clear_absence(seat):
            changed.append(seat)
        is_new = _follow_decision(seat, state, calendars, mover, entries)
        if is_new:
            deferred.follow_decision(game=game, seat=seat, now=now)
        if is_new or score:
            changed.append(seat)
    fields = (*PROJECTED_FIELDS, *AT_THE_END) if scored else PROJECTED_FIELDS
    sql.update(list({seat.number: seat for seat in changed}.values()), *fields)
    ledger.write_entries(entries)
    return {seat.number for seat in seats if seat.bot and seat.decision is not None}


def _clear_absence(seat: Seat) -> bool:
    """Clear an absence, because the seat has moved by itself; return whether there was one."""
    if not (seat.missed or seat.auto_away or seat.open_since):
        return False
    seat.missed, seat.auto_away, seat.open_since = 0, False, None
    return True


def _follow_decision(
    seat: Seat,
    state: engine.Game,
    calendars: GameCalendars,
    mover: str | None,
    entries: list[ClockEntry],
) -> bool:
    """Update a seat for its open decision; return whether it is a new one."""
    decision = state.decision_seqs.get(seat.number)
    if decision == seat.decision:
        return False
    seat.decision = decision
    seat.kind = state.pending.get(seat.number, "")
    game, now = calendars.game, calendars.now
    if decision is not None and seat.kind in CONTINUING and seat.opened_at is not None:
        return True
    if seat.opened_at is not None and mover is not None:
        before = ledger.clock_state(seat)
        _stop(seat, calendars, mover)
        what = ClockChange.MISSED if mover == CLOCK else ClockChange.MOVED
        entries += _line(seat, calendars, what, before)
    if decision is None:
        deadlines.close_turn(seat)
        return True
    before = ledger.clock_state(seat)
    calendar = calendars.from_now_on(seat)
    deadlines.open_turn(game=game, seat=seat, calendar=calendar, now=now)
    entries += _line(seat, calendars, ClockChange.ASKED, before)
    return True


def _stop(seat: Seat, calendars: GameCalendars, mover: str) -> None:
    """End a turn: drain the bank by the time over its own; a move fills it, except in an evening.

    The moves of one evening would fill any bank.
    """
    game = calendars.game
    made_at = deferred.made_at(seat=seat, now=calendars.now)
    bank.drain(game=game, seat=seat, calendars=calendars, now=made_at)
    if mover == CLOCK:
        # While a seat looks for a substitute, a miss counts for nobody.
        seat.missed += seat.open_since is None
    elif game.evening_since is None:
        bank.fill(game=game, seat=seat)
    deadlines.close_turn(seat)


def _line(
    seat: Seat, calendars: GameCalendars, what: ClockChange, before: ledger.ClockState
) -> list[ClockEntry]:
    """The ledger entry; None for bots, which answer at once, and for practice without a clock."""
    game, now = calendars.game, calendars.now
    if seat.bot or game.practice:
        return []
    return [ledger.new_entry(game=game, seat=seat, what=what, before=before, now=now)]
