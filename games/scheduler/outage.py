"""Outages: the heartbeat of the sweep, and moving deadlines by the time without one.

Decision 3 says why.
"""

from __future__ import annotations

import logging
import math
import time
from datetime import datetime, timedelta
from functools import partial
from typing import Final

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from games.clock.core.deadlines import due_stamps, recount_deadlines
from games.clock.models import ClockChange, Heartbeat, Outage
from games.common import event_types
from games.common.actors import CLOCK
from games.common.dates import stamp
from games.common.jobs import for_each
from games.log.models import Event
from games.play.transaction import game_transaction
from games.tables.models import Game, GameStatus, Seat

logger = logging.getLogger(__name__)

JOB = "sweep"
AHEAD = timedelta(minutes=1)
"""Correct clocks differ by less; one that is further ahead is wrong."""
BATCH: Final = 100
"""Games handled before the progress is stored."""


def record_heartbeat(*, now: datetime) -> Outage | None:
    """Record that the sweep runs; return the outage that ends with it, if there was one."""
    with transaction.atomic():
        least = timedelta(minutes=settings.OUTAGE_MINUTES)
        since = last_before_outage(job=JOB, least=least, now=now)
        if since is None:
            return None
        logger.warning("No sweep since %s: all deadlines are pushed out.", since)
        return Outage.objects.create(since=since, until=now)


def last_before_outage(
    *, job: str, least: timedelta, beats: bool = True, now: datetime
) -> datetime | None:
    """Record that a job runs; return its last run if that was more than ``least`` ago.

    Call it inside a transaction: it locks the heartbeat of the job.

    :param beats: False if this is no run of the job: only the end of an outage is recorded then.
    """
    if not beats and not Heartbeat.objects.filter(job=job).exists():
        return None
    heartbeat, _new = Heartbeat.objects.select_for_update().get_or_create(
        job=job, defaults={"at": now}
    )
    mine, since = Heartbeat.objects.filter(job=job), heartbeat.at
    if since - now > AHEAD:
        # A clock was ahead and has been corrected: time is measured from here on. The length of
        # the gap is unknown, so times move by the known part.
        logger.error("The clock was ahead: the last run of %s says %s.", job, since)
        mine.update(at=now)
        return None
    is_outage = now - since > least
    if is_outage or (beats and now > since):
        mine.update(at=now)
    return since if is_outage else None


def compensate_outages(*, now: datetime, until: float = math.inf) -> tuple[int, int]:
    """Move deadlines for outages that are not made up; return how many games moved and failed.

    The log of a game lists the outages it has been compensated for. So the next sweep continues a
    pass that died, or had to end by ``until`` (on the clock of ``time.monotonic``).
    """
    moved = failed = 0
    for outage in Outage.objects.filter(made_up=False):
        done, unable = _make_up(outage, now, until)
        moved += done
        failed += unable
    return moved, failed


def _make_up(outage: Outage, now: datetime, until: float) -> tuple[int, int]:
    """Move the deadlines for one outage, game by game."""
    mine = Outage.objects.filter(pk=outage.pk)
    moved = failed = 0
    while time.monotonic() < until:
        games = list(_games_to_compensate(outage).filter(pk__gt=outage.reached)[:BATCH])
        if not games:
            # Failures are left: one pass over all games, instead of one by each sweep.
            left = _games_to_compensate(outage).exists()
            mine.update(made_up=not left, reached=0)
            break
        done, unable = for_each(
            games,
            partial(_compensate, outage, now),
            logger,
            "The deadlines of game %s could not be pushed out.",
            until=until,
        )
        moved += done
        failed += unable
        # If the time ran out among these, their logs say which were done.
        if time.monotonic() < until:
            outage.reached = games[-1].pk
            mine.update(reached=outage.reached)
    return moved, failed


def is_compensation_due(game: Game) -> bool:
    """Whether deadlines of a game still include an outage: they must not be enforced."""
    return any(
        _games_to_compensate(outage).filter(pk=game.pk).exists()
        for outage in Outage.objects.filter(made_up=False)
    )


def _games_to_compensate(outage: Outage) -> QuerySet[Game]:
    waiting = Seat.objects.filter(
        game=OuterRef("pk"), due_at__isnull=False, opened_at__lt=outage.until
    )
    pushed = Event.objects.filter(
        game=OuterRef("pk"), type=event_types.DEADLINES_MOVED, data__since=stamp(outage.since)
    )
    running = Game.objects.filter(status=GameStatus.RUNNING)
    return running.filter(Exists(waiting), ~Exists(pushed)).order_by("pk")


def _compensate(outage: Outage, now: datetime, game: Game) -> int:
    with game_transaction(game=game, now=now) as locked:
        if not _games_to_compensate(outage).filter(pk=game.pk).exists():
            return 1
        # Each clock counts as if it had not run in the outage: a person asked in the middle of it
        # lost only the rest.
        late = [
            seat
            for seat in locked.seats
            if seat.due_at and seat.opened_at and seat.opened_at < outage.until
        ]
        recount_deadlines(game=locked.game, seats=late, what=ClockChange.OUTAGE, now=now)
        locked.append_table_event(
            event_types.DEADLINES_MOVED,
            {"since": stamp(outage.since), "until": stamp(outage.until), "due": due_stamps(late)},
            CLOCK,
        )
    return 1
