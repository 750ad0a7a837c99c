"""Retention: delete old rows in batches.

The log of games, the audit log, games, seats, people and what they wrote are kept. How long
everything else is, docs/operations.md says.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any, Final

from django.conf import settings
from django.contrib.sessions.models import Session
from django.db.models import Model, Q, QuerySet

from games.clock.models import Alarm
from games.mailbox.models import CaughtMail
from games.notifications.models import Bounce, Mail, MailStatus, Notice, NoticeStatus
from games.people.models import LoginLink
from games.people.profile import LOGIN_LINK_LIFE
from games.play.models import Submission
from games.tables.models import GameStatus

logger = logging.getLogger(__name__)

BATCH: Final = 500
"""Rows that go in one transaction: nobody waits long for a lock of theirs."""
BUDGET: Final = 30.0
"""Seconds for all of it; the next run goes on."""
CAUGHT: Final = timedelta(days=30)

Rows = QuerySet[Any, Any]


def delete_old_rows(*, now: datetime, budget: float = BUDGET) -> int:
    """Delete what is older than the retention says; return how many rows.

    Stops after ``budget`` seconds, after one batch of each kind at least.
    """
    end = time.monotonic() + budget
    gone = 0
    for kind, find in RETENTION.items():
        deleted = _forget(find(now), end)
        if deleted:
            logger.info("Let go of %d old rows: %s.", deleted, kind)
        gone += deleted
    return gone


def _forget(rows: Rows, end: float) -> int:
    gone = 0
    while True:
        batch = list(rows.order_by("pk").values_list("pk", flat=True)[:BATCH])
        model: type[Model] = rows.model
        if batch:
            model._base_manager.filter(pk__in=batch).delete()
        gone += len(batch)
        if len(batch) < BATCH or time.monotonic() > end:
            return gone


def _kept_until(now: datetime) -> datetime:
    return now - timedelta(days=settings.KEEP_DAYS)


def _sessions(now: datetime) -> Rows:
    return Session.objects.filter(expire_date__lt=now)


def _login_links(now: datetime) -> Rows:
    return LoginLink.objects.filter(created__lt=now - LOGIN_LINK_LIFE)


def _caught_mails(now: datetime) -> Rows:
    return CaughtMail.objects.filter(caught__lt=now - CAUGHT)


def _notices(now: datetime) -> Rows:
    """Old notices; those of a game that goes on keep it from telling the same thing twice."""
    old = Notice.objects.filter(created_at__lt=_kept_until(now))
    over = Q(game=None) | ~Q(game__status__in=[GameStatus.OPEN, GameStatus.RUNNING])
    return old.filter(over).exclude(status=NoticeStatus.PENDING)


def _mails(now: datetime) -> Rows:
    """Old mails; their text went long before."""
    old = Mail.objects.filter(created_at__lt=_kept_until(now))
    return old.exclude(status=MailStatus.PENDING)


def _submissions(now: datetime) -> Rows:
    """Answer to moves, kept for requests that are sent again."""
    return Submission.objects.filter(at__lt=_kept_until(now))


def _bounces(now: datetime) -> Rows:
    return Bounce.objects.filter(at__lt=_kept_until(now))


def _alarms(now: datetime) -> Rows:
    return Alarm.objects.filter(over_at__lt=_kept_until(now))


RETENTION: Final[Mapping[str, Callable[[datetime], Rows]]] = {
    "sessions": _sessions,
    "log-in links": _login_links,
    "caught mails": _caught_mails,
    "notices": _notices,
    "mails": _mails,
    "submissions": _submissions,
    "bounces": _bounces,
    "alarms": _alarms,
}
