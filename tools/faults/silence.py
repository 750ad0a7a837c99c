"""Somebody who never moves: what the clock has to do for them is made due at once."""

from __future__ import annotations

from datetime import timedelta
from random import Random
from typing import Final

from django.utils.timezone import now as site_now

from games.clock.core.deadlines import DEADLINE_FIELDS, set_deadline
from games.clock.core.game_calendars import GameCalendars
from games.tables.models import GameStatus, Seat
from tools.faults.ledger import Ledger
from tools.faults.world import SILENT, World

TOO_LATE: Final = 0.7
"""The share of open turns that are made to be late; the others are made to be half over."""
LONG_AGO: Final = 900
"""Days: outages add up to some months, in which no time of a turn passes."""


def press(world: World, dice: Random, ledger: Ledger) -> int:
    """Let turns run out, or a reminder of them come due; return how many ran out."""
    seats = Seat.objects.filter(
        person=world.people[SILENT], due_at__isnull=False, game__status=GameStatus.RUNNING
    )
    count = 0
    for seat in seats.select_related("game"):
        if seat.decision is None or seat.opened_at is None:
            continue
        if dice.random() < TOO_LATE:
            count += _run_out(seat)
            ledger.run_out.add((seat.game_id, seat.number, seat.decision))
        else:
            _bring_reminder(seat)
    return count


def _run_out(seat: Seat) -> int:
    now = site_now()
    return Seat.objects.filter(pk=seat.pk, decision=seat.decision).update(
        opened_at=now - timedelta(days=LONG_AGO), due_at=now - timedelta(seconds=1)
    )


def _bring_reminder(seat: Seat) -> None:
    """Date a turn back until its next reminder is due, as the site counts it, if there is one."""
    now = site_now()
    calendar = GameCalendars(seat.game, now).of(seat)
    for days in range(LONG_AGO):
        seat.opened_at = now - timedelta(days=days)
        set_deadline(game=seat.game, seat=seat, calendar=calendar, now=now)
        if seat.due_at is None or seat.due_at <= now:
            return
        if seat.remind_at is not None and seat.remind_at <= now:
            fields = {name: getattr(seat, name) for name in DEADLINE_FIELDS}
            Seat.objects.filter(pk=seat.pk, decision=seat.decision).update(**fields)
            return
