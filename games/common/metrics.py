"""What processes count as they work: requests, moves, runs of tasks, errors.

Where ``METRICS_DIR`` names a folder, all processes of a machine count in files there, and a scrape
of any of them reads the sums. Without it, or where the folder cannot be written or is full, each
process counts for itself. Labels are names from the program and from boards: never those of people
or games, addresses or tokens.
"""

from __future__ import annotations

from typing import Any, Final

from django.conf import settings
from prometheus_client import CollectorRegistry, Counter, Histogram
from prometheus_client.multiprocess import MultiProcessCollector

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
COUNTED: Final = (REQUESTS, REQUEST_SECONDS, MOVES, TASKS, TASK_SECONDS, ERRORS)


def counted_registry() -> CollectorRegistry:
    """A registry with what all processes of this machine have counted, or this one alone."""
    if not metrics_files.are_used():
        return _own
    registry = CollectorRegistry()
    collector: Any = MultiProcessCollector
    collector(registry, path=str(settings.METRICS_DIR))
    return registry
