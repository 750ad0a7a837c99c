"""The state of the site, read from its rows at the moment of a scrape.

Every process gives the same figures of rows: with several processes, take the largest. Those of
disks are the machine's.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final, TypeVar

from celery import current_app
from django.db import DatabaseError, connection, transaction
from django.db.models import Count, QuerySet
from prometheus_client import CollectorRegistry
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

import engine
from games.clock.models import Alarm, Heartbeat
from games.common.dates import first_time
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

Family = TypeVar("Family")

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
    "notices": lambda now: Notice.objects.filter(
        status=DeliveryStatus.PENDING, mail=None, not_before__lte=now
    ),
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
        versions = engine.VERSION, engine.RULES_VERSION, engine.ENGINE.kind
        yield _gauge(
            "build_info",
            "The version of the site, its rules and its engine; always 1.",
            {versions: 1},
            "version",
            "rules",
            "engine",
        )
        lengths = queue_lengths()
        yield _gauge("broker_up", "1 while the broker answers.", {(): int(lengths is not None)})
        yield _gauge("queue_length", "Messages that wait for a worker.", lengths or {}, "queue")
        found = list(disks())
        free, size = {one.what: one.free for one in found}, {one.what: one.size for one in found}
        yield _gauge(
            "disk_free_bytes",
            "Free space where this machine writes, by its contents.",
            free,
            "what",
        )
        yield _gauge("disk_size_bytes", "The size of such a disk.", size, "what")
        yield from self._from_rows()

    def _from_rows(self) -> Iterator[GaugeMetricFamily]:
        bound, unread = Bound(PATIENCE), {}
        alive = _read("database", _answers, bound) is not None
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
            ("mails", _mails),
        ):
            family = _read(name, read, bound) if alive else None
            unread[name] = int(family is None)
            if family is not None:
                yield family
            # A database that is down would be tried again, for seconds each time.
            alive = alive and (family is not None or connection.is_usable())
        yield _gauge("database_up", "1 while the database answers.", {(): int(alive)})
        yield _gauge(
            "metric_unread",
            "1 for what is read from rows and could not be in its time.",
            unread,
            "metric",
        )

    def _lag(self) -> GaugeMetricFamily:
        """The time for which the oldest row of each part of the outbox has been due."""
        columns = {"notices": "not_before"} | dict.fromkeys(
            ("mails", "account_mails"), "next_attempt_at"
        )
        lag = {
            part: self._age(first_time(WAITING[part](self._now), column))
            for part, column in columns.items()
        }
        return _gauge(
            "outbox_lag_seconds",
            "Seconds for which the oldest notice, mail or account mail has been due; 0 for none.",
            lag,
            "part",
        )

    def _waiting(self) -> GaugeMetricFamily:
        waiting = {work: rows(self._now).count() for work, rows in WAITING.items()}
        due = DELIVERIES.pending(next_attempt_at__lte=self._now)
        for channel in delivery_channels():
            waiting[channel.work] = due.filter(channel=channel.name).count()
        return _gauge("waiting", "Rows whose time has come, by kind of work.", waiting, "work")

    def _jobs(self) -> GaugeMetricFamily:
        """The time since each job of the beat ended well, endless for one that never has."""
        ran = dict(Heartbeat.objects.values_list("job", "at"))
        jobs = {job for job in ran if job not in NO_JOBS and not job.startswith(MARKS)}
        ages = {
            job: self._age(ran[job]) if job in ran else math.inf
            for job in sorted(jobs | beat_jobs())
        }
        return _gauge(
            "job_age_seconds", "Seconds since a job that runs all the time ended well.", ages, "job"
        )

    def _beats(self) -> GaugeMetricFamily:
        return _gauge("beats", "Beats that run; one is right.", {(): beats(now=self._now)})

    def _backup(self) -> GaugeMetricFamily:
        """The time since `manage.py backup` ended well; nothing where it never has."""
        last = Heartbeat.objects.filter(job=BACKUP).first()
        ages = {(): self._age(last.at)} if last else {}
        return _gauge("backup_age_seconds", "Seconds since the last backup was written.", ages)

    def _overdue(self) -> GaugeMetricFamily:
        return _gauge(
            "overdue_seconds",
            "Seconds for which the oldest of what the alarms watch has been due; 0 for nothing.",
            {what: self._age(since(self._now)) for what, since in WATCHED.items()},
            "what",
        )

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


def _gauge(name: str, text: str, values: Mapping[Any, float], *labels: str) -> GaugeMetricFamily:
    """A gauge with its values by label, or by tuples of labels where it has several or none."""
    family = GaugeMetricFamily(f"night_mail_{name}", text, labels=labels)
    for key, value in values.items():
        family.add_metric([key] if len(labels) == 1 else key, value)
    return family


def _read(name: str, read: Callable[[], Family], bound: Bound) -> Family | None:
    """Return the result, or None if the database does not answer in time; the rest goes on."""
    try:
        with transaction.atomic(), connection.execute_wrapper(bound.begin(EACH)):
            return read()
    except DatabaseError:
        logger.warning("The metric %s cannot be read.", name, exc_info=True)
        return None


def _answers() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return True


def _ready() -> GaugeMetricFamily:
    return _gauge(
        "ready",
        "1 while the database can be written and is of the version of this program.",
        {(): int(database_state() == "up")},
    )


def _by_status(rows: QuerySet[Any], statuses: Iterable[str]) -> dict[str, int]:
    # By all rows, not by their ids: then an index on the status is enough.
    counts = dict(rows.order_by().values_list("status").annotate(found=Count("*")))
    return {status: counts.get(status, 0) for status in statuses}


def _mails() -> GaugeMetricFamily:
    counts = {
        (kind, state): count
        for kind, mails in (("game", Mail.objects.all()), ("account", AccountMail.objects.all()))
        for state, count in _by_status(mails, DeliveryStatus.values).items()
    }
    text = "Mails that are kept, by kind (game or account) and state."
    return _gauge("mails", text, counts, "kind", "state")


def _alarms() -> GaugeMetricFamily:
    on = set(Alarm.objects.filter(over_at=None).values_list("what", flat=True))
    alarms = {what: int(what in on) for what in sorted(ALL_ALARMS)}
    return _gauge("alarm", "1 while an alarm is on.", alarms, "what")


def _games() -> GaugeMetricFamily:
    games = _by_status(Game.objects.all(), GameStatus.values)
    return _gauge("games", "Games, by status.", games, "status")
