"""The sweep: the automatic work of each minute, from rows alone (decision 3).

Any run may be killed, doubled or late. It ends after some seconds, so that other tasks get a
worker. Each seat and each game has a transaction of its own, in which everything is checked again,
so that a second sweep finds nothing left to do.
"""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from games.absence.vacations import begin_automatic_vacation, recount_all_games
from games.clock.actions.evening import adjust_evening
from games.clock.actions.game_clock import resume_game
from games.clock.core import deadlines
from games.clock.core.deadlines import recount_deadlines
from games.clock.core.evenings import PRESENCE_LASTS, evening_obstacle
from games.clock.core.game_calendars import GameCalendars
from games.clock.models import ClockChange
from games.common.actors import CLOCK
from games.common.errors import Refused, Stale
from games.common.jobs import for_each
from games.notifications import outbox
from games.people.locking import lock_person
from games.play.automatic import play_automatic
from games.scheduler import outage
from games.tables.models import Game, GameStatus, Seat
from games.tables.selectors import IN_RUNNING_GAME, RUNNING_BY_TIME
from games.votes.voting import expire_votes

logger = logging.getLogger(__name__)

BUDGET: Final = 20.0
"""Seconds after which a sweep begins nothing more; the next one continues. A single worker must
also send mails, which should not wait because 20,000 games had an outage."""


@dataclass(frozen=True, slots=True)
class SweepResult:
    """Counts: games whose deadlines moved, games resumed, votes expired, reminders written, people
    sent on vacation, turns played, failures, and evenings that began or ended."""

    moved: int = 0
    resumed: int = 0
    expired: int = 0
    reminded: int = 0
    away: int = 0
    played: int = 0
    failed: int = 0
    evenings: int = 0


def sweep(*, now: datetime, budget: float = BUDGET) -> SweepResult:
    """Move deadlines after an outage, then remind, then play for seats out of time.

    After ``budget`` seconds none of these is begun. Expired votes, and the other games of people
    who went away, are few and always handled.
    """
    until = time.monotonic() + budget
    outage.record_heartbeat(now=now)
    moved, unmoved = outage.compensate_outages(now=now, until=until)
    resumed, unresumed = _each("game", _to_resume(now), lambda pk: _resume(pk, now), until)
    evenings, unadjusted = _each("game", _evenings(now), lambda pk: _adjust(pk, now), until)
    expired, unexpired = expire_votes(now=now)
    reminded, unreminded = _each("seat", _to_remind(now), lambda pk: _remind(pk, now), until)
    away: list[int] = []
    played, unplayed = _each("seat", _due(now), lambda pk: _enforce(pk, now, away), until)
    _counted, uncounted = _each("person", away, lambda pk: _count_for(pk, now))
    failed = unmoved + unresumed + unadjusted + unexpired + unreminded + unplayed + uncounted
    return SweepResult(moved, resumed, expired, reminded, len(away), played, failed, evenings)


def _to_resume(now: datetime) -> list[int]:
    paused = Game.objects.filter(RUNNING_BY_TIME, resume_at__lte=now)
    return list(paused.order_by("resume_at", "pk").values_list("pk", flat=True))


def _due(now: datetime) -> list[int]:
    # A held move was made in time.
    seats = Seat.objects.filter(IN_RUNNING_GAME, due_at__lte=now, held_until=None)
    return list(seats.order_by("due_at", "pk").values_list("pk", flat=True))


def _to_remind(now: datetime) -> list[int]:
    seats = Seat.objects.filter(
        IN_RUNNING_GAME,
        remind_at__lte=now,
        due_at__gt=now,
        person__isnull=False,
        held_until=None,
        plan_due_at=None,
    )
    # In the order of deadlines, a database would scan all future ones.
    found = seats.order_by("remind_at").values_list("due_at", "pk")
    return [pk for _due_at, pk in sorted(found)]


def _each(
    kind: str, rows: Iterable[int], act: Callable[[int], bool], until: float = math.inf
) -> tuple[int, int]:
    failure = f"The clock failed at {kind} %s; the next sweep tries again."
    return for_each(rows, act, logger, failure, until=until)


def _resume(pk: int, now: datetime) -> bool:
    try:
        resume_game(game=Game.objects.get(pk=pk), actor=CLOCK, now=now)
    except Refused:
        return False
    return True


def _evenings(now: datetime) -> list[int]:
    """The games whose evening pace is to begin or to end."""
    absent = Seat.objects.filter(game=OuterRef("pk"), bot="")
    absent = absent.exclude(present_at__gt=now - PRESENCE_LASTS)
    games = Game.objects.filter(status=GameStatus.RUNNING, evening_minutes__gt=0)
    games = games.filter(Q(evening_since__isnull=False) | ~Exists(absent))
    return [
        game.pk
        for game in games.prefetch_related("seats")
        if (game.evening_since is None) == (evening_obstacle(game, game.seats.all(), now) is None)
    ]


def _adjust(pk: int, now: datetime) -> bool:
    try:
        return adjust_evening(game=Game.objects.get(pk=pk), now=now)
    except Refused:
        return False


def _remind(pk: int, now: datetime) -> bool:
    with transaction.atomic():
        seat = _locked(pk)
        if seat is None or seat.due_at is None or seat.remind_at is None or seat.due_at <= now:
            return False
        if seat.remind_at > now or seat.held_until is not None or seat.plan_due_at is not None:
            return False
        # Recomputed first: the row may be outdated by a clock that has changed since.
        recount_deadlines(game=seat.game, seats=[seat], what=ClockChange.VACATION, now=now)
        tell = seat.due_at is not None and seat.remind_at is not None
        tell = tell and seat.remind_at <= now < seat.due_at
        if tell:
            calendar = GameCalendars(seat.game, now).of(seat)
            deadlines.mark_reminded(game=seat.game, seat=seat, calendar=calendar, now=now)
            outbox.notify_reminder(seat=seat, now=now)
        seat.save(update_fields=deadlines.DEADLINE_FIELDS)
        return tell


def _enforce(pk: int, now: datetime, away: list[int]) -> bool:
    """Play for a seat that is late, or add its person to those who went ``away``."""
    with transaction.atomic():
        seat = _late(pk, now)
        if seat is None or seat.decision is None:
            return False
        if begin_automatic_vacation(seat=seat, now=now):
            assert seat.person_id is not None
            away.append(seat.person_id)
            return False
        try:
            play_automatic(game=seat.game, seat=seat.number, decision=seat.decision, now=now)
        except Stale:
            return False
        return True


@transaction.atomic
def _count_for(pk: int, now: datetime) -> bool:
    """Recompute the other games of a person who went away: not while one of them is locked."""
    person = lock_person(pk)
    recount_all_games(person, ClockChange.AUTO_VACATION, now)
    return True


def _late(pk: int, now: datetime) -> Seat | None:
    """A seat that is out of time, under the lock of its game.

    Its deadline is recomputed first: somebody may have planned a vacation and been killed before
    all of their games were recomputed.
    """
    seat = _locked(pk)
    if seat is None or seat.due_at is None or seat.due_at > now or seat.held_until is not None:
        return None
    recount_deadlines(game=seat.game, seats=[seat], what=ClockChange.VACATION, now=now)
    return seat if seat.due_at is not None and seat.due_at <= now else None


def _locked(pk: int) -> Seat | None:
    """A seat under the lock of its game.

    None while a move holds the lock, or while its deadlines still include an outage.
    """
    games = Game.objects.select_for_update(skip_locked=True)
    game = games.filter(seats=pk, status=GameStatus.RUNNING).first()
    if game is None or outage.is_compensation_due(game):
        return None
    seat = Seat.objects.get(pk=pk)
    seat.game = game
    return seat
