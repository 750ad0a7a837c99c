"""The sweep: what the clock does, every minute, from rows alone.

Any run may be killed, doubled or late. Each seat and each game has a transaction of its own, in
which everything is looked at again, so that a second sweep finds nothing left to do.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db import connection, transaction
from django.db.models import F, Q

from games.clock import outage
from games.clock.deadlines import LATEST_REMINDER, reminder_at
from games.errors import Stale
from games.notices import outbox
from games.play.automatic import play_automatic
from games.tables.models import Game, GameStatus, Seat

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Swept:
    """How many games' deadlines were moved, reminders written, turns played, and what failed."""

    moved: int = 0
    reminded: int = 0
    played: int = 0
    failed: int = 0


def sweep(*, now: datetime) -> Swept:
    """Pushes deadlines out after an outage, then reminds, then moves for those who are late."""
    outage.beat(now=now)
    moved, unmoved = outage.make_up(now=now)
    reminded, unreminded = _each(_to_remind(now), lambda pk: _remind(pk, now))
    played, unplayed = _each(_due(now), lambda pk: _play(pk, now))
    return Swept(moved, reminded, played, failed=unmoved + unreminded + unplayed)


def _due(now: datetime) -> list[int]:
    seats = Seat.objects.filter(due_at__lte=now, game__status=GameStatus.RUNNING)
    return list(seats.order_by("due_at", "pk").values_list("pk", flat=True))


def _to_remind(now: datetime) -> list[int]:
    """Gets the seats of which as much time has gone as is left, or two hours are left."""
    half_gone = Q(due_at__lte=now + (now - F("opened_at")))
    seats = Seat.objects.filter(
        Q(due_at__lte=now + LATEST_REMINDER) | half_gone,
        Q(reminded_for=None) | ~Q(reminded_for=F("due_at")),
        due_at__gt=now,
        person__isnull=False,
        game__status=GameStatus.RUNNING,
    )
    return list(seats.order_by("due_at", "pk").values_list("pk", flat=True))


def _each(seats: Iterable[int], act: Callable[[int], bool]) -> tuple[int, int]:
    """Acts on every seat; one that fails is logged and does not stop the others."""
    done = failed = 0
    for pk in seats:
        try:
            done += act(pk)
        except Exception:
            logger.exception("The clock failed at seat %s; it tries again at the next sweep.", pk)
            failed += 1
    return done, failed


def _remind(pk: int, now: datetime) -> bool:
    with transaction.atomic():
        seat = _locked(pk)
        if seat is None or seat.due_at is None or seat.opened_at is None or seat.due_at <= now:
            return False
        if seat.reminded_for == seat.due_at:
            return False
        if reminder_at(opened_at=seat.opened_at, due=seat.due_at) > now:
            return False
        outbox.remind(seat=seat, now=now)
        seat.reminded_for = seat.due_at
        seat.save(update_fields=["reminded_for"])
        return True


def _play(pk: int, now: datetime) -> bool:
    with transaction.atomic():
        seat = _locked(pk)
        if seat is None or seat.due_at is None or seat.due_at > now or seat.decision is None:
            return False
        try:
            play_automatic(game=seat.game, seat=seat.number, decision=seat.decision, now=now)
        except Stale:
            return False
        return True


def _locked(pk: int) -> Seat | None:
    """Gets a seat under the lock of its game.

    None while a move holds the game, or while its deadlines still count an outage of ours.
    """
    game = (
        Game.objects.select_for_update(
            skip_locked=connection.features.has_select_for_update_skip_locked
        )
        .filter(seats=pk, status=GameStatus.RUNNING)
        .first()
    )
    if game is None or outage.is_owed(game):
        return None
    seat = Seat.objects.get(pk=pk)
    seat.game = game
    return seat
