"""Retention: how long temporary rows are kept, and their deletion.

Decision 111 says why.
"""

from __future__ import annotations

import logging
import time
from collections import Counter
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.apps import apps
from django.conf import settings
from django.db.models import Q
from django.utils.module_loading import import_string

from games.notifications.models import DeliveryStatus
from games.people.profile import LOGIN_LINK_LIFE
from games.people.sign_ins import KEPT_FOR as SIGN_INS_KEPT_FOR
from games.people.traces import KEPT_FOR
from games.tables.models import GameStatus

logger = logging.getLogger(__name__)

BATCH: Final = 500
"""Rows deleted in one transaction: nobody waits long for their locks."""
BUDGET: Final = 30.0
"""Seconds for everything; the next run continues."""


@dataclass(frozen=True, slots=True)
class Retention:
    """Rows of a model whose ``column`` is that old are deleted, except those to ``keep``.

    ``age`` defaults to the operators' choice (``KEEP_DAYS``). If more is deleted with the rows,
    ``service`` is the dotted path of the function that deletes them, given their ids.
    """

    model: str
    column: str
    age: timedelta | None = None
    keep: Q | None = None
    service: str = ""


MONTH: Final = timedelta(days=30)
RETENTION: Final = (
    Retention("sessions.Session", "expire_date", timedelta()),
    Retention("games.LoginLink", "created", LOGIN_LINK_LIFE),
    Retention("games.ApiToken", "expires_at", MONTH),
    Retention("games.GameSession", "ends_at", MONTH),
    Retention("games.CaughtMail", "caught", MONTH),
    Retention("games.AccountMail", "created_at", MONTH),
    # All other data of them is erased after 14 days: games/lobby/invitations/expiry.py.
    Retention(
        "games.AccountMail",
        "created_at",
        timedelta(days=14),
        keep=~Q(kind__startswith="invitation"),
    ),
    # Until then a late reply is answered; the address was erased long before.
    Retention("games.EmailInvitation", "created_at", MONTH),
    Retention("games.Delivery", "created_at", MONTH, keep=Q(status=DeliveryStatus.PENDING)),
    Retention("games.InboundMail", "at", timedelta(days=90)),
    # Longer than anybody takes to answer; until then replies to an old mail are handled.
    Retention("games.ReplyAddress", "created_at", timedelta(days=365)),
    Retention("games.DeviceTrace", "seen_at", KEPT_FOR),
    # Until then the page of a new wish proposes the last one, and says how long others waited.
    Retention("games.Wish", "ended_at", timedelta(days=90)),
    Retention("games.SignIn", "seen_at", SIGN_INS_KEPT_FOR),
    Retention("games.Fault", "last_at", MONTH),
    # Deleted with their games.
    Retention(
        "games.Guest",
        "seen_at",
        timedelta(days=14),
        service="games.practice.guests.remove_guests",
    ),
    Retention(
        "games.Notice",
        "created_at",
        # In a running game they prevent a second notice about the same thing.
        keep=Q(status=DeliveryStatus.PENDING)
        | Q(game__status__in=[GameStatus.OPEN, GameStatus.RUNNING]),
    ),
    # Their text was deleted long before.
    Retention("games.Mail", "created_at", keep=Q(status=DeliveryStatus.PENDING)),
    # Answers to moves, for repeated requests.
    Retention("games.Submission", "at"),
    Retention("games.Bounce", "at"),
    # Needed while their decision is open.
    Retention("games.Hint", "created_at", timedelta(days=1)),
    # Made again on request.
    Retention("games.Animation", "created_at"),
    Retention("games.Review", "created_at"),
    # Those of months are public and stay.
    Retention("games.Collection", "created_at", timedelta(days=1), keep=Q(person=None)),
    Retention("games.CheckedRecord", "created_at", timedelta(days=1)),
    Retention("games.Alarm", "over_at"),
)


def delete_old_rows(*, now: datetime, budget: float = BUDGET) -> Counter[str]:
    """Delete what is older than its retention; return how many rows of each model.

    Stops after ``budget`` seconds, after one batch of each model at least.
    """
    end = time.monotonic() + budget
    deleted: Counter[str] = Counter()
    for each in RETENTION:
        model = apps.get_model(each.model)
        if count := _delete(each, now, end):
            logger.info("Deleted %d old rows: %s.", count, model.__name__)
        deleted[model.__name__] += count
    return deleted


def _delete(retention: Retention, now: datetime, end: float) -> int:
    rows = apps.get_model(retention.model)._base_manager
    age = timedelta(days=settings.KEEP_DAYS) if retention.age is None else retention.age
    old = rows.filter(**{f"{retention.column}__lte": now - age})
    if retention.keep is not None:
        old = old.exclude(retention.keep)
    deleted = 0
    while True:
        batch = list(old.order_by("pk").values_list("pk", flat=True)[:BATCH])
        if batch and retention.service:
            import_string(retention.service)(batch)
        elif batch:
            rows.filter(pk__in=batch).delete()
        deleted += len(batch)
        if len(batch) < BATCH or time.monotonic() > end:
            return deleted
