"""Rows of a clock that was ahead: what they put off into the future is due now (decision 3).

A clock that was ahead for some seconds leaves rows that wait for as long as it was ahead: the
notice of a turn, the next attempt of a mail. They only differ from others by a creation time in the
future, or by a wait longer than any regular one.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import Model, QuerySet

from games.common.work import ACCOUNT_MAILS, MAILS, WORK
from games.notifications.mail.delivery import FIRST_LONG_WAIT
from games.notifications.models import Notice
from games.notifications.planning import UNSENT
from games.notifications.retry_delays import longest_wait
from games.play.deferred import HOLD_TIME
from games.scheduler.outage import AHEAD
from games.tables.models import GameStatus, Seat

logger = logging.getLogger(__name__)

MOST_ROWS: Final = 1000
"""Rows of each kind at a time; the next run continues."""


def recall_from_the_future(*, now: datetime) -> int:
    """Make rows written by a clock that was ahead due as if they were written now.

    Return how many there were. A process that handles one of these rows meanwhile may send a mail
    that is sent once more, with the same bytes.
    """
    count = _recall_notices(now)
    for work in WORK:
        # How long others than mails wait their receivers say.
        recall = _recall_mails if work in (MAILS, ACCOUNT_MAILS) else _recall_rows
        count += recall(work.pending(), now)
    count += _recall_seats(now)
    if count:
        logger.error("A clock was ahead: %d rows that it had put off are due now.", count)
    return count


def _recall_notices(now: datetime) -> int:
    rows = Notice.objects.filter(UNSENT, not_before__gt=now, created_at__gt=now + AHEAD)
    found = list(rows.values_list("pk", "created_at", "not_before")[:MOST_ROWS])
    for pk, created_at, not_before in found:
        Notice.objects.filter(pk=pk).update(
            created_at=now, not_before=now + (not_before - created_at), stuck_since=None
        )
    return len(found)


def _recall_mails(rows: QuerySet[Any], now: datetime) -> int:
    """Recall mails created in the future, or waiting longer than their attempts allow."""
    waiting = rows.filter(next_attempt_at__gt=now + AHEAD)
    count = 0
    for mail in waiting.only("pk", "created_at", "attempts", "next_attempt_at")[:MOST_ROWS]:
        longest = max(MAILS.lease, longest_wait(mail.attempts, first=FIRST_LONG_WAIT)) + AHEAD
        if mail.created_at > now + AHEAD or mail.next_attempt_at > now + longest:
            count += _due_now(rows.model, mail, now)
    return count


def _recall_rows(rows: QuerySet[Any], now: datetime) -> int:
    """Recall rows that were written later than now."""
    waiting = rows.filter(next_attempt_at__gt=now + AHEAD, created_at__gt=now + AHEAD)
    found = list(waiting.only("pk", "created_at", "next_attempt_at")[:MOST_ROWS])
    return sum(_due_now(rows.model, row, now) for row in found)


def _due_now(model: type[Model], row: Any, now: datetime) -> int:
    still = model._default_manager.filter(pk=row.pk, next_attempt_at=row.next_attempt_at)
    return still.update(next_attempt_at=now, created_at=min(row.created_at, now))


def _recall_seats(now: datetime) -> int:
    """Recall held moves and orders that wait longer than they may."""
    running = Seat.objects.filter(game__status=GameStatus.RUNNING)
    held = running.filter(held_until__gt=now + HOLD_TIME + AHEAD)
    count = held.update(held_until=now + HOLD_TIME)
    ordered = running.filter(plan_due_at__gt=now, opened_at__gt=now + AHEAD)
    for pk, delay in ordered.values_list("pk", "plan_delay")[:MOST_ROWS]:
        still = Seat.objects.filter(pk=pk, plan_due_at__gt=now)
        count += still.update(plan_due_at=now + (delay or timedelta()))
    return count
