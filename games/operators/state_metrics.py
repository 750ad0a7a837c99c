"""The state of the site, read from its rows at the moment of a scrape.

Every process gives the same figures of rows: with several processes, take the largest. Those of
disks are the machine's.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final

from celery import current_app
from django.db import DatabaseError, connection, transaction
from django.db.models import Count, Min, QuerySet
from prometheus_client import CollectorRegistry
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

import engine
from games.clock.models import Alarm, Heartbeat
from games.common.work import DELIVERIES, WORK
from games.log.due import CONDUCT, due_logs
from games.log.proofs import grown_logs, old_proofs
from games.notifications.channels import delivery_channels
from games.notifications.models import AccountMail, DeliveryStatus, Mail, Notice
from games.operators.bound import Bound
from games.operators.broker import queue_lengths
from games.operators.disks import FULL, disks
from games.operators.job_runs import BACKUP, FAILED_BACKUP
from games.operators.presence import MARKS, beats
from games.operators.readiness import database_state
from games.play.bots import seats_waiting_for_bots
from games.scheduler.alarm import ALL_ALARMS, WATCHED
from games.tables.models import Game, GameStatus, Seat
from games.tables.selectors import IN_RUNNING_GAME

logger = logging.getLogger(__name__)

PATIENCE: Final = 5.0
"""Seconds that PostgreSQL may take for all queries together."""
EACH: Final = 1.5
"""Seconds of them for one metric."""
NO_JOBS: Final = {BACKUP, FAILED_BACKUP, FULL}
"""Heartbeats that have metrics or alarms of their own."""
# Orders and held moves are left out: their existence is as private as a hand.
WAITING: Final[Mapping[str, Callable[[datetime], QuerySet[Any]]]] = {
    "deadlines": lambda now: Seat.objects.filter(IN_RUNNING_GAME, due_at__lte=now, held_until=None),
    "bots": lambda now: seats_waiting_for_bots(),
    "notices": lambda now: _unwritten(now),
    # Not noted yet by the jobs that read logs.
    "changed_games": lambda now: Game.objects.filter(changed=True),
    "conduct": lambda now: due_logs(CONDUCT),
    "proofs": lambda now: grown_logs(now),
    "old_proofs": lambda now: old_proofs(now),
    **{
        one.name: partial(lambda work, now: work.pending(next_attempt_at__lte=now), one)
        for one in WORK
        if one is not DELIVERIES
    },
}
"""Work that is due, by kind."""


class StateCollector(Collector):
    """Gauges of the rows in the database and the messages at the broker, as of ``now``."""

    def __init__(self, now: datetime) -> None:
        self._now = now

    def collect(self) -> Iterator[GaugeMetricFamily]:
        yield _build()
        yield from _broker()
        yield from _disks()
        up = GaugeMetricFamily("night_mail_database_up", "1 while the database answers.")
        unread = GaugeMetricFamily(
            "night_mail_metric_unread",
            "1 for what is read from rows and could not be in its time.",
            labels=["metric"],
        )
        bound = Bound(PATIENCE)
        found = []
        alive = _read("database", lambda: _answers(), bound) is not None
        # Queries over many rows come last.
        for name, read in (
            ("jobs", self._jobs),
            ("ready", _ready),
            ("beats", self._beats),
            ("backup_age", self._backup),
            ("alarms", _alarms),
            ("outbox_lag", self._lag),
            ("waiting", self._waiting),
            ("overdue", self._overdue),
            ("games", _games),
            ("mails", self._mails),
        ):
            family = _read(name, read, bound) if alive else None
            if family is not None:
                found.append(family)
            unread.add_metric([name], int(family is None))
            # A database that is down would be tried again, for seconds each time.
            alive = alive and (family is not None or connection.is_usable())
        up.add_metric([], int(alive))
        yield from (up, unread, *found)

    def _mails(self) -> GaugeMetricFamily:
        mails = GaugeMetricFamily(
            "night_mail_mails",
            "Mails that are kept, by kind (game or account) and state.",
            labels=["kind", "state"],
        )
        for kind, model in (("game", Mail), ("account", AccountMail)):
            counts = _by_status(model._default_manager.all())
            for state in DeliveryStatus.values:
                mails.add_metric([kind, state], counts.get(state, 0))
        return mails

    def _lag(self) -> GaugeMetricFamily:
        """The time for which the oldest row of each part of the outbox has been due."""
        lag = GaugeMetricFamily(
            "night_mail_outbox_lag_seconds",
            "Seconds for which the oldest notice, mail or account mail has been due; 0 for none.",
            labels=["part"],
        )
        for part, column in (
            ("notices", "not_before"),
            ("mails", "next_attempt_at"),
            ("account_mails", "next_attempt_at"),
        ):
            first = WAITING[part](self._now).aggregate(first=Min(column))["first"]
            lag.add_metric([part], self._age(first))
        return lag

    def _waiting(self) -> GaugeMetricFamily:
        waiting = GaugeMetricFamily(
            "night_mail_waiting", "Rows whose time has come, by kind of work.", labels=["work"]
        )
        for work, rows in WAITING.items():
            waiting.add_metric([work], rows(self._now).count())
        due = DELIVERIES.pending(next_attempt_at__lte=self._now)
        for channel in delivery_channels():
            waiting.add_metric([channel.work], due.filter(channel=channel.name).count())
        return waiting

    def _jobs(self) -> GaugeMetricFamily:
        """The time since each job of the beat ended well, endless for one that never has."""
        ages = GaugeMetricFamily(
            "night_mail_job_age_seconds",
            "Seconds since a job that runs all the time ended well.",
            labels=["job"],
        )
        ran = dict(Heartbeat.objects.values_list("job", "at"))
        jobs = {job for job in ran if job not in NO_JOBS and not job.startswith(MARKS)}
        for job in sorted(jobs | beat_jobs()):
            ages.add_metric([job], self._age(ran[job]) if job in ran else math.inf)
        return ages

    def _beats(self) -> GaugeMetricFamily:
        number = beats(now=self._now)
        return GaugeMetricFamily("night_mail_beats", "Beats that run; one is right.", value=number)

    def _backup(self) -> GaugeMetricFamily:
        """The time since `manage.py backup` ended well; nothing where it never has."""
        age = GaugeMetricFamily(
            "night_mail_backup_age_seconds", "Seconds since the last backup was written."
        )
        for at in Heartbeat.objects.filter(job=BACKUP).values_list("at", flat=True):
            age.add_metric([], self._age(at))
        return age

    def _overdue(self) -> GaugeMetricFamily:
        overdue = GaugeMetricFamily(
            "night_mail_overdue_seconds",
            "Seconds for which the oldest of what the alarms watch has been due; 0 for nothing.",
            labels=["what"],
        )
        for what, since in WATCHED.items():
            overdue.add_metric([what], self._age(since(self._now)))
        return overdue

    def _age(self, at: datetime | None) -> float:
        return 0 if at is None else max(self._now - at, timedelta()).total_seconds()


def state_registry(*, now: datetime) -> CollectorRegistry:
    """A registry with the gauges of this moment."""
    registry = CollectorRegistry(auto_describe=False)
    registry.register(StateCollector(now))
    return registry


def beat_jobs() -> set[str]:
    """The names of the jobs that the beat asks for."""
    entries = current_app.conf.beat_schedule.values()
    return {str(entry["task"]).removeprefix("games.") for entry in entries}


def _read(
    name: str, read: Callable[[], GaugeMetricFamily], bound: Bound
) -> GaugeMetricFamily | None:
    """Return the result, or None if the database does not answer in time; the rest goes on."""
    try:
        with transaction.atomic(), connection.execute_wrapper(bound.begin(EACH)):
            return read()
    except DatabaseError:
        logger.warning("The metric %s cannot be read.", name, exc_info=True)
        return None


def _ready() -> GaugeMetricFamily:
    return GaugeMetricFamily(
        "night_mail_ready",
        "1 while the database can be written and is of the version of this program.",
        value=int(database_state() == "up"),
    )


def _answers() -> GaugeMetricFamily:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return GaugeMetricFamily("night_mail_database_up", "")


def _by_status(rows: QuerySet[Any]) -> dict[str, int]:
    # By all rows, not by their ids: then an index on the status is enough.
    return dict(rows.order_by().values_list("status").annotate(found=Count("*")))


def _unwritten(now: datetime) -> QuerySet[Notice]:
    return Notice.objects.filter(status=DeliveryStatus.PENDING, mail=None, not_before__lte=now)


def _build() -> GaugeMetricFamily:
    build = GaugeMetricFamily(
        "night_mail_build_info",
        "The version of the site, its rules and its engine; always 1.",
        labels=["version", "rules", "engine"],
    )
    build.add_metric([engine.VERSION, engine.RULES_VERSION, engine.ENGINE.kind], 1)
    return build


def _disks() -> Iterator[GaugeMetricFamily]:
    free = GaugeMetricFamily(
        "night_mail_disk_free_bytes",
        "Free space where this machine writes, by its contents.",
        labels=["what"],
    )
    size = GaugeMetricFamily(
        "night_mail_disk_size_bytes", "The size of such a disk.", labels=["what"]
    )
    for disk in disks():
        free.add_metric([disk.what], disk.free)
        size.add_metric([disk.what], disk.size)
    yield from (free, size)


def _broker() -> Iterator[GaugeMetricFamily]:
    lengths = queue_lengths()
    yield GaugeMetricFamily(
        "night_mail_broker_up", "1 while the broker answers.", value=int(lengths is not None)
    )
    queues = GaugeMetricFamily(
        "night_mail_queue_length", "Messages that wait for a worker.", labels=["queue"]
    )
    for queue, length in (lengths or {}).items():
        queues.add_metric([queue], length)
    yield queues


def _alarms() -> GaugeMetricFamily:
    alarms = GaugeMetricFamily("night_mail_alarm", "1 while an alarm is on.", labels=["what"])
    on = set(Alarm.objects.filter(over_at=None).values_list("what", flat=True))
    for what in sorted(ALL_ALARMS):
        alarms.add_metric([what], int(what in on))
    return alarms


def _games() -> GaugeMetricFamily:
    games = GaugeMetricFamily("night_mail_games", "Games, by status.", labels=["status"])
    counts = _by_status(Game.objects.all())
    for status in GameStatus.values:
        games.add_metric([status], counts.get(status, 0))
    return games
