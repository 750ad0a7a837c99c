"""The alarm: something that must have happened by itself is overdue by five minutes.

Everything of the site that happens without a person is a row with a time: deadlines, mails, bots to
move. A watchman asks the health page; besides, the operators get one mail when it begins.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.core.mail import mail_admins
from django.db import IntegrityError, transaction
from django.db.models import Min, QuerySet

from games.clock import outage
from games.clock.models import Alarm, Heartbeat
from games.notices.models import Mail, MailStatus, Notice, NoticeStatus
from games.tables.models import GameStatus, Seat

logger = logging.getLogger(__name__)

LATE: Final = timedelta(minutes=5)
REFUSED: Final = 4
"""Times. By then a mail has been refused for seven minutes."""
SWEEP: Final = "sweep"
DEADLINES: Final = "deadlines"
MAIL: Final = "mail"


def overdue(*, now: datetime) -> dict[str, datetime]:
    """Gets what is overdue by five minutes or more, and since when it has been due."""
    found = {what: find() for what, find in WATCHED.items()}
    return {what: at for what, at in found.items() if at is not None and now - at >= LATE}


def raise_alarm(*, now: datetime) -> int:
    """Notes what is overdue, and what is not any more; gets how many alarms are on.

    The operators get one mail an alarm. One that could not be sent is tried again the next time.
    """
    late = overdue(now=now)
    for alarm in Alarm.objects.filter(over_at=None):
        if alarm.what not in late:
            Alarm.objects.filter(pk=alarm.pk).update(over_at=now)
            logger.warning("The alarm is over: %s, overdue since %s.", alarm.what, alarm.since)
    for what, since in late.items():
        _raise(what, since, now)
    return len(late)


def _raise(what: str, since: datetime, now: datetime) -> None:
    try:
        with transaction.atomic():
            alarm, new = Alarm.objects.get_or_create(
                what=what, over_at=None, defaults={"since": since, "raised_at": now}
            )
    except IntegrityError:
        return  # another worker was quicker by a moment
    if new:
        logger.error("ALARM: %s overdue since %s.", what, since)
    # Taken first, so that two workers do not both write. A mail that fails gives it back.
    if not Alarm.objects.filter(pk=alarm.pk, told_at=None).update(told_at=now):
        return
    try:
        mail_admins(f"{what} overdue", _text(what, since), fail_silently=False)
    except Exception:
        Alarm.objects.filter(pk=alarm.pk).update(told_at=None)
        logger.exception("The mail about the alarm could not be sent.")


def _text(what: str, since: datetime) -> str:
    help_ = {
        SWEEP: "No sweep has run. Look whether beat and at least one worker are alive.",
        DEADLINES: "A turn is past due, or an order or a held move, and the clock has not moved."
        " Look for the game in the log.",
        MAIL: "Mail is waiting that should have been written or sent. Look at the admin, Mails.",
    }
    return (
        f"{help_[what]}\n\nOverdue since {since:%Y-%m-%d %H:%M} UTC at {settings.SITE_URL}.\n"
        "There is one mail an alarm; the next comes when it has been over and begins anew.\n"
    )


def _sweep() -> datetime | None:
    """Since when no sweep has run; a site on which none ever ran has none to miss."""
    return Heartbeat.objects.filter(job=outage.JOB).values_list("at", flat=True).first()


def _deadlines() -> datetime | None:
    """The oldest deadline that the clock ought to have enforced, or move it ought to have made.

    While an outage is being made up for, no deadline is.
    """
    late = Seat.objects.filter(
        due_at__isnull=False, held_until=None, game__status=GameStatus.RUNNING
    )
    first = late.order_by("due_at").select_related("game").first()
    running = Seat.objects.filter(game__status=GameStatus.RUNNING)
    # An order waits for a held move, which may be withdrawn.
    times = [
        _first(running.filter(held_until=None), "order_due_at"),
        _first(running, "held_until"),
    ]
    if first is not None and not outage.is_owed(first.game):
        times.append(first.due_at)
    return min((at for at in times if at is not None), default=None)


def _first(seats: QuerySet[Seat], column: str) -> datetime | None:
    """The oldest time in a column of some seats."""
    known = seats.filter(**{f"{column}__isnull": False})
    return known.order_by(column).values_list(column, flat=True).first()


def _mail() -> datetime | None:
    """Since when the oldest notice or mail has been waiting whose time has come.

    A mail that the server has refused several times has waited since it was written.
    """
    notices = Notice.objects.filter(status=NoticeStatus.PENDING, mail=None)
    mails = Mail.objects.filter(status=MailStatus.PENDING)
    first = (
        notices.aggregate(first=Min("not_before"))["first"],
        mails.aggregate(first=Min("next_attempt_at"))["first"],
        mails.filter(attempts__gte=REFUSED).aggregate(first=Min("created_at"))["first"],
    )
    return min((at for at in first if at is not None), default=None)


WATCHED: Final[Mapping[str, Callable[[], datetime | None]]] = {
    SWEEP: _sweep,
    DEADLINES: _deadlines,
    MAIL: _mail,
}
