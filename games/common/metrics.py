"""What processes count as they work: requests, moves, runs of tasks, errors.

Where ``METRICS_DIR`` names a folder, all processes of a machine count in files there, and a scrape
of any of them reads the sums. Without it each process counts for itself. Labels are names from the
program and from boards: never those of people or games, addresses or tokens.
"""

from __future__ import annotations

import fcntl
import os
from pathlib import Path
from typing import Any, Final

import prometheus_client
import prometheus_client.values
from django.conf import settings
from prometheus_client import CollectorRegistry, Counter, Histogram
from prometheus_client.multiprocess import MultiProcessCollector

MOST_PROCESSES: Final = 1000


class _Place:
    """The number under which a process counts: the lowest that no living process has.

    A process that takes the place of one that ended goes on in its files, so that renewed workers
    neither add files nor lose counts. The lock on a number goes when the process does, however it
    ends.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._pid = -1
        self._number = -1

    def number(self) -> int:
        """The number of this process, taken anew after a fork."""
        if self._pid != os.getpid():
            self._number = self._take()
            self._pid = os.getpid()
        return self._number

    def _take(self) -> int:
        for number in range(MOST_PROCESSES):
            # Open as long as the process lives.
            file = os.open(self._folder / f"{number}.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC)
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                os.close(file)
            else:
                return number
        raise OSError(f"More than {MOST_PROCESSES} processes count in {self._folder}.")


def _count_in_files(folder: Path) -> None:
    """Let all metrics that are made from now on count in files of a folder."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(folder)
    place = _Place(folder)
    value_class: Any = prometheus_client.values.MultiProcessValue
    prometheus_client.values.ValueClass = value_class(place.number)


if settings.METRICS_DIR:
    _count_in_files(settings.METRICS_DIR)

_own: Final = CollectorRegistry()

REQUESTS: Final = Counter(
    "night_mail_requests",
    "Requests answered, by method, name of the address and status.",
    ["method", "view", "status"],
    registry=_own,
)
REQUEST_SECONDS: Final = Histogram(
    "night_mail_request_seconds",
    "Seconds until the answer to a request began, by name of the address.",
    ["view"],
    buckets=(0.01, 0.03, 0.1, 0.3, 1, 3, 10),
    registry=_own,
)
MOVES: Final = Counter(
    "night_mail_moves",
    "Actions carried out in games, by board and by who acted: player, bot or clock.",
    ["board", "by"],
    registry=_own,
)
TASKS: Final = Counter(
    "night_mail_tasks",
    "Runs of tasks, by name and how they ended: success or failure.",
    ["task", "outcome"],
    registry=_own,
)
TASK_SECONDS: Final = Histogram(
    "night_mail_task_seconds",
    "Seconds that runs of a task took.",
    ["task"],
    buckets=(0.01, 0.1, 0.5, 2, 10, 60),
    registry=_own,
)
ERRORS: Final = Counter(
    "night_mail_errors",
    "Lines of the log at ERROR or worse, by logger.",
    ["logger"],
    registry=_own,
)
COUNTED: Final = (REQUESTS, REQUEST_SECONDS, MOVES, TASKS, TASK_SECONDS, ERRORS)


def counted_registry() -> CollectorRegistry:
    """A registry with what all processes of this machine have counted."""
    if not settings.METRICS_DIR:
        return _own
    registry = CollectorRegistry()
    collector: Any = MultiProcessCollector
    collector(registry, path=str(settings.METRICS_DIR))
    return registry
