"""The alarm: an automatic event is overdue by five minutes.

Everything that the site does by itself is a row with a time: deadlines, mails, moves of bots. A
monitor polls the health page; besides, the operators get one mail when an alarm begins.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final

from django.conf import settings
from django.core.mail import mail_admins
from django.db.models import QuerySet

from games.clock.models import Alarm, Heartbeat
from games.common.dates import earliest, first_time
from games.common.work import WORK, Work
from games.log import due
from games.log.due import due_logs
from games.log.proofs import waiting_since
from games.notifications.mail.bounces import site_is_at_fault
from games.notifications.models import AccountMail, DeliveryStatus, Mail, Notice
from games.operators.disks import full_disk_seen
from games.operators.job_runs import BACKUP as RAN
from games.operators.job_runs import FAILED_BACKUP as FAILED
from games.operators.presence import LIVING, MAIL_GATE, STREAM, living_since
from games.people.models import Person
from games.play.bots import seats_waiting_for_bots
from games.scheduler import outage
from games.tables.models import Seat
from games.tables.selectors import IN_RUNNING_GAME

logger = logging.getLogger(__name__)

LATE: Final = timedelta(minutes=5)
REFUSED: Final = timedelta(minutes=10)
"""The time for which a mail may be retried, as greylisting servers require."""
SWEEP: Final = "sweep"
DEADLINES: Final = "deadlines"
MAIL: Final = "mail"
REFUSALS: Final = "refusals"
CLOCK: Final = "clock"
BOTS: Final = "bots"
CONDUCT: Final = "conduct"
PROOFS: Final = "proofs"
BACKUP: Final = "backup"
DISK: Final = "disk"

PATIENCE: Final[Mapping[str, timedelta]] = {
    REFUSALS: timedelta(0),
    BACKUP: timedelta(0),
    DISK: timedelta(0),
    CONDUCT: timedelta(hours=3),
    PROOFS: timedelta(days=2),
    **{one.name: one.alarm for one in WORK if one.alarm},
}
"""How long each may be due, where that is not five minutes."""
ADVICE: Final[Mapping[str, str]] = {
    SWEEP: "No sweep has run. Look whether beat and at least one worker are alive.",
    DEADLINES: "A turn is past due, or an order or a held move, and the clock has not moved."
    " Look for the game in the log.",
    CLOCK: "Rows say that they were written later than now: the clock of a machine was ahead,"
    " or that of the machine that writes this is behind. What waits for its time waits too"
    " long.",
    MAIL: "Mail is waiting that should have been written or sent. Look at the admin, Mails.",
    BOTS: "Bots have not moved. Look whether a worker serves their queue, and whether"
    " NIGHT_MAIL_BOT_WORKERS are enough for the games that wait.",
    REFUSALS: "Most addresses that mail went to within an hour are said not to exist. That is"
    " hardly so: look at the relay, at its log-in and at the name of the site. No address is"
    " marked as dead for it, and the mails are tried again.",
    BACKUP: "The last backup has failed, or there has been none for NIGHT_MAIL_BACKUP_HOURS. Look"
    " at the log of night-mail-backup and at the disk it writes to; then start it by hand.",
    DISK: "A disk that a worker writes to is nearly full. The log says which; `manage.py doctor"
    " program` on each machine does, too. Delete old backups first.",
    MAIL_GATE: "No mail gate has said for minutes that it lives: what people answer waits at the"
    " mail server. Start it again (night-mail-mailgate).",
    STREAM: "The process of the streams has not said for minutes that it lives: programs poll."
    " Start it again (night-mail-stream).",
    CONDUCT: "Turns on time are not counted. Look at the lines of count_conduct in the log.",
    PROOFS: "Logs wait for their proof. Look at the lines of prove_logs in the log, or run"
    " `manage.py verify_log --new` in a quiet hour.",
    **{
        one.name: f"The oldest of the {one.name} waits for a worker. Look whether one serves the"
        f' queue that ends in ".{one.queue}".'
        for one in WORK
        if one.alarm
    },
}
"""Advice for each kind of overdue event."""


def overdue(*, now: datetime) -> dict[str, datetime]:
    """Return what is overdue by five minutes or more, and since when it has been due."""
    found = {what: find(now) for what, find in WATCHED.items()}
    late = {
        what: at
        for what, at in found.items()
        if at is not None and now - at >= PATIENCE.get(what, LATE)
    }
    return late | dict.fromkeys(_from_the_future(now), now)


def raise_alarm(*, now: datetime) -> int:
    """Store alarms and notify the operators; return the number of active alarms."""
    count = note_alarms(now=now)
    tell_alarms(now=now)
    return count


def note_alarms(*, now: datetime) -> int:
    """Store what is overdue, and what is over; return the number of active alarms."""
    late = overdue(now=now)
    for alarm in Alarm.objects.filter(over_at=None):
        if alarm.what not in late:
            Alarm.objects.filter(pk=alarm.pk).update(over_at=now)
            logger.warning("The alarm is over: %s, overdue since %s.", alarm.what, alarm.since)
    for what, since in late.items():
        _alarm, new = Alarm.objects.get_or_create(
            what=what, over_at=None, defaults={"since": since, "raised_at": now}
        )
        if new:
            logger.error("ALARM: %s overdue since %s.", what, since)
    return len(late)


def tell_alarms(*, now: datetime) -> None:
    """Send the operators one mail for each alarm. A failed one is retried the next time."""
    for alarm in Alarm.objects.filter(over_at=None, told_at=None):
        # Claimed first, so that two workers do not both write. A failed mail releases it.
        if not Alarm.objects.filter(pk=alarm.pk, told_at=None).update(told_at=now):
            continue
        try:
            text = _text(alarm.what, alarm.since)
            mail_admins(f"{alarm.what} overdue", text, fail_silently=False)
        except Exception:
            Alarm.objects.filter(pk=alarm.pk).update(told_at=None)
            logger.exception("The mail about the alarm could not be sent.")


def _text(what: str, since: datetime) -> str:
    return (
        f"{ADVICE[what]}\n\nOverdue since {since:%Y-%m-%d %H:%M} UTC at {settings.SITE_URL}.\n"
        "There is one mail for each alarm; the next comes when it begins again.\n"
    )


def _from_the_future(now: datetime) -> set[str]:
    """Checks that fail because of rows of a clock that was ahead, until that time has passed.

    A sweep corrects its own time; if that stays ahead, none has run since.
    """
    ahead = now + LATE
    rows: list[QuerySet[Any]] = [
        Notice.objects.filter(status=DeliveryStatus.PENDING, created_at__gt=ahead),
        Mail.objects.filter(status=DeliveryStatus.PENDING, created_at__gt=ahead),
    ]
    found = {CLOCK} if any(some.exists() for some in rows) else set()
    if Heartbeat.objects.filter(job=outage.JOB, at__gt=ahead).exists():
        found |= {SWEEP, CLOCK}
    return found


def _deadlines(now: datetime) -> datetime | None:
    """The oldest deadline that the sweep should have enforced, or move it should have made.

    While an outage is being compensated, there is none.
    """
    late = Seat.objects.filter(IN_RUNNING_GAME, due_at__isnull=False, held_until=None)
    first = late.order_by("due_at").select_related("game").first()
    running = Seat.objects.filter(IN_RUNNING_GAME)
    # An order waits for a held move, which may be withdrawn.
    return earliest(
        first_time(running.filter(held_until=None), "plan_due_at"),
        first_time(running, "held_until"),
        None if first is None or outage.is_compensation_due(first.game) else first.due_at,
    )


def _mail(now: datetime) -> datetime | None:
    """The due time of the oldest notice or mail that still waits.

    Rows that were set aside count by their age: a notice that cannot be rendered from its first
    failure, a mail that is refused repeatedly from its creation.
    """
    notices = Notice.objects.filter(status=DeliveryStatus.PENDING, mail=None)
    mails = Mail.objects.filter(status=DeliveryStatus.PENDING)
    # Anybody can invite an invalid address: its refusal says nothing about the site.
    accounts = AccountMail.objects.filter(status=DeliveryStatus.PENDING).exclude(
        kind__startswith="invitation", attempts__gt=0
    )
    refused = mails.filter(attempts__gt=1, created_at__lte=now - REFUSED)
    return earliest(
        first_time(accounts, "created_at"),
        first_time(notices, "not_before"),
        first_time(mails, "next_attempt_at"),
        first_time(notices, "stuck_since"),
        first_time(refused, "created_at"),
    )


def _oldest(work: Work, now: datetime) -> datetime | None:
    """The time since which the oldest row of some work has been due."""
    return first_time(work.pending(), "next_attempt_at")


def _backup(now: datetime) -> datetime | None:
    """When a backup failed, if none has ended well since; or when the next one was due."""
    if not settings.BACKUP_HOURS:
        return None
    runs = dict(Heartbeat.objects.filter(job__in=(RAN, FAILED)).values_list("job", "at"))
    failed, last = runs.get(FAILED), runs.get(RAN)
    if failed and (last is None or failed > last):
        return failed
    # A site without a backup is as old as its first person.
    last = last or Person.objects.order_by("pk").values_list("created", flat=True).first()
    due_at = (last or now) + timedelta(hours=settings.BACKUP_HOURS)
    return due_at if due_at <= now else None


WATCHED: Final[Mapping[str, Callable[[datetime], datetime | None]]] = {
    SWEEP: lambda now: living_since(outage.JOB),
    DEADLINES: _deadlines,
    MAIL: _mail,
    REFUSALS: lambda now: site_is_at_fault(now=now),
    BOTS: lambda now: first_time(seats_waiting_for_bots(), "opened_at"),
    BACKUP: _backup,
    DISK: lambda now: full_disk_seen(now=now),
    **{name: partial(lambda name, now: living_since(name), name) for name in LIVING},
    CONDUCT: lambda now: first_time(due_logs(due.CONDUCT), "due_at"),
    PROOFS: lambda now: waiting_since(now=now),
    **{one.name: partial(_oldest, one) for one in WORK if one.alarm},
}
ALL_ALARMS: Final = frozenset({*WATCHED, CLOCK})
"""All kinds of alarms."""
