"""What processes count as they work: requests, moves, runs of tasks, errors.

Where ``METRICS_DIR`` names a folder, all processes of a machine count in files there, and a scrape
of any of them reads the sums. Without it, or where the folder cannot be written or is full, each
process counts for itself. Labels are names from the program and from boards: never those of people
or games, addresses or tokens.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from itertools import product
from typing import Any, Final

from django.conf import settings
from prometheus_client import CollectorRegistry, Counter, Histogram
from prometheus_client.multiprocess import MultiProcessCollector

import engine
from games.common import metrics_files

if settings.METRICS_DIR:
    metrics_files.count_in(settings.METRICS_DIR)

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
BY: Final = ("player", "bot", "clock")
OUTCOMES: Final = ("success", "failure")
LOGGERS: Final = ("games.", "ttr_site.", "django.request", "celery.app.trace", "py.warnings")
"""The beginnings of loggers that errors come from."""
COUNTED: Final = (REQUESTS, REQUEST_SECONDS, MOVES, TASKS, TASK_SECONDS, ERRORS)


def begin_at_zero(*, tasks: Iterable[str]) -> None:
    """Let the series of known labels exist, so that a first event can be seen as a growth.

    Loggers are those that this process has made; ``tasks`` are the names of tasks.
    """
    REQUESTS.labels("GET", "none", 500)
    for board, by in product(engine.board_names(), BY):
        MOVES.labels(board, by)
    for task in tasks:
        for outcome in OUTCOMES:
            TASKS.labels(task, outcome)
        TASK_SECONDS.labels(task)
    for name in list(logging.root.manager.loggerDict):
        if name.startswith(LOGGERS):
            ERRORS.labels(name)


def counted_registry() -> CollectorRegistry:
    """A registry with what all processes of this machine have counted, or this one alone."""
    if not metrics_files.are_used():
        return _own
    registry = CollectorRegistry()
    collector: Any = MultiProcessCollector
    collector(registry, path=str(settings.METRICS_DIR))
    return registry
