"""Record faults of the program, and notify the operators (decision 110).

A storm is one mail: it names everything new. The next mail follows an hour later at the earliest,
and a fault that continues is named again after a day.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import F, Q, QuerySet

from games.clock.models import Heartbeat
from games.operators.models import Fault

logger = logging.getLogger(__name__)

PAUSE: Final = timedelta(hours=1)
AGAIN: Final = timedelta(days=1)
SHOWN: Final = 10
"""Faults that a mail shows with their log text; of the others it shows the place."""
LONGEST: Final = 6000
"""Characters of the log text, from its end, which names the error."""
JOB: Final = "tell faults"


@dataclass(frozen=True, slots=True)
class SeenFault:
    """A fault as one process saw it, ``count`` times between two moments, not stored yet."""

    fingerprint: str
    place: str
    text: str
    count: int
    first_at: datetime
    last_at: datetime


def record_faults(*, seen: Iterable[SeenFault]) -> None:
    """Store faults, merged with earlier ones at the same place."""
    for one in seen:
        lasting = {"text": one.text[-LONGEST:], "last_at": one.last_at}
        first = {"place": one.place[:200], "count": one.count, "first_at": one.first_at}
        fault, new = Fault.objects.get_or_create(
            fingerprint=one.fingerprint, defaults={**first, **lasting}
        )
        if not new:
            Fault.objects.filter(pk=fault.pk).update(count=F("count") + one.count, **lasting)


def mail_faults(*, now: datetime) -> int:
    """Send the operators one mail about new faults; return how many it names."""
    if not settings.ADMINS or not _untold(now).exists() or not _may_tell(now):
        return 0
    faults = list(_untold(now))
    try:
        _mail(faults).send()
    except Exception:
        Heartbeat.objects.filter(job=JOB).delete()
        logger.exception("The mail about faults could not be sent.")
        return 0
    Fault.objects.filter(pk__in=[fault.pk for fault in faults]).update(told_at=now)
    return len(faults)


def _untold(now: datetime) -> QuerySet[Fault]:
    again = Q(told_at__lt=now - AGAIN, last_at__gt=F("told_at"))
    return Fault.objects.filter(Q(told_at=None) | again)


def _may_tell(now: datetime) -> bool:
    """Claim this hour's mail for this worker; False if another worker has it."""
    with transaction.atomic():
        last, new = Heartbeat.objects.select_for_update().get_or_create(
            job=JOB, defaults={"at": now}
        )
        # A future time was written by a wrong clock.
        if not new and timedelta() <= now - last.at < PAUSE:
            return False
        Heartbeat.objects.filter(job=JOB).update(at=now)
        return True


def _mail(faults: list[Fault]) -> EmailMessage:
    first = faults[0]
    more = f" and {len(faults) - 1} more" if len(faults) > 1 else ""
    parts = [
        f"The program failed at {settings.SITE_URL}. Times are UTC; the log has more.\n"
        "The next mail about faults comes in an hour at the earliest; one that goes on is named"
        " again after a day.",
        *(
            f"{fault.place}\n{fault.count} times, from {fault.first_at:%Y-%m-%d %H:%M:%S} to"
            f" {fault.last_at:%Y-%m-%d %H:%M:%S}\n\n{fault.text}"
            for fault in faults[:SHOWN]
        ),
        *(f"{fault.place}, {fault.count} times" for fault in faults[SHOWN:]),
    ]
    return EmailMessage(
        subject=f"{settings.EMAIL_SUBJECT_PREFIX}{first.place}{more}"[:200],
        body=f"\n\n{'-' * 70}\n".join(parts) + "\n",
        from_email=settings.SERVER_EMAIL,
        to=[address for _name, address in settings.ADMINS],
        headers={"Auto-Submitted": "auto-generated"},
    )
