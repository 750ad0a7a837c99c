"""One run of a mail job: warn, postpone, compose, deliver, within a budget of time.

Both halves may be killed at any line. A notice waits until a mail that tells it is stored; a mail
waits until the server has taken it; what was not marked is done again, with the same bytes.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from games.common.dates import earliest, first_time
from games.common.jobs import send_delayed
from games.notifications.leases import MOMENT, KeepAlive, run_job, single_run, stay_alive
from games.notifications.mail.compose import OUTSIDE_DIGEST, compose_due
from games.notifications.mail.delivery import RunCounts, deliver_account_mails, deliver_due
from games.notifications.mail.digest import compose_digests
from games.notifications.models import AccountMail, DeliveryStatus, Mail, Notice
from games.notifications.outbox import SEND_TASK
from games.notifications.planning import postpone_notices
from games.notifications.quiet_hours import warn_before_quiet_hours

JOB: Final = "mail"
HELP: Final = "mail: help"
ACCOUNT_JOB: Final = "account mail"
HELP_TASK: Final = "games.help_with_mails"
BUDGET: Final = 60.0
"""Seconds after which a run begins no more mail. One that was begun ends within smtp.WHOLE, long
before a worker kills the task (CELERY_TASK_TIME_LIMIT)."""
MOST: Final = 100
"""Mails that one run writes and sends at most: then other tasks of its worker have their turn."""
AT_ONCE: Final = 20
"""Mails that are written before those that are stored are sent."""
WHILE_AWAY: Final = timedelta(seconds=10)
"""The interval at which a server is called that cannot be reached."""


def run_mail_job(*, now: datetime, budget: float = BUDGET) -> RunCounts | None:
    """Write and send what is due within a budget of seconds; None where another run is at it.

    If mails are left, or are to be tried again in a moment, another run is requested; after a full
    one also help.
    """
    done = run_job(
        JOB,
        task=SEND_TASK,
        work=lambda alive: send_due(now=now, alive=alive),
        next_due=_next_due,
        shortest_wait=_shortest_wait,
        budget=budget,
        now=now,
    )
    if done and done.full and not done.away:
        send_delayed(HELP_TASK, wait=timedelta(0))
    return done


def help_with_mails(*, now: datetime) -> RunCounts | None:
    """Write and send mails beside the mail job, in another process; None where one helps already.

    A burst leaves twice as fast on a machine that has a core to spare (decision 2). Only
    the job asks for help, after each full run: on a worker with one process, help that asked for
    more would add a run for each that the job makes.
    """
    with single_run(HELP, budget=BUDGET, now=now) as alive:
        if alive is None:
            return None
        # The job has not looked at what became due after it began.
        postpone_notices(now=now)
        return _write_and_send(now=now, alive=alive)


def run_account_mail_job(*, now: datetime) -> int:
    """Send mails about accounts within a budget; return how many the server took.

    That is 0 where another run is at it, which will find what is due, too.
    """
    # Asked every few seconds: where nothing waits, nothing is written.
    due = AccountMail.objects.filter(status=DeliveryStatus.PENDING, next_attempt_at__lte=now)
    if not due.exists():
        return 0
    with single_run(ACCOUNT_JOB, budget=BUDGET, now=now) as alive:
        return 0 if alive is None else deliver_account_mails(now=now, alive=alive)


def send_due(*, now: datetime, alive: KeepAlive = stay_alive) -> RunCounts:
    """Write and send what is due, as many as one run may."""
    warn_before_quiet_hours(now=now)
    postpone_notices(now=now)
    digests = compose_digests(now=now)
    return _write_and_send(now=now, alive=alive, written=digests)


def _write_and_send(*, now: datetime, alive: KeepAlive, written: int = 0) -> RunCounts:
    done = RunCounts(written)
    while True:
        room = min(AT_ONCE, MOST - done.written)
        new = compose_due(now=now, limit=room, alive=alive) if room > 0 else 0
        done.written += new
        deliver_due(done, now=now, limit=MOST - done.sent - done.unsent, alive=alive)
        # Each sends what the other has written: either number says that there is more.
        done.full = max(done.written, done.sent + done.unsent) >= MOST
        if not new or done.away or done.full or not alive():
            return done


def _shortest_wait(done: RunCounts) -> timedelta:
    """The least time until the next run: none after a full one, so that a burst leaves at once."""
    if done.away:
        return WHILE_AWAY
    return timedelta(0) if done.full else MOMENT


def _next_due() -> datetime | None:
    """The time at which the next mail is to be written or sent; None where none waits."""
    notices = Notice.objects.filter(status=DeliveryStatus.PENDING, mail=None)
    notices = notices.filter(OUTSIDE_DIGEST)
    mails = Mail.objects.filter(status=DeliveryStatus.PENDING)
    return earliest(first_time(notices, "not_before"), first_time(mails, "next_attempt_at"))
