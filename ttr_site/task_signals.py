"""Runs of tasks have an id in the log and are counted; jobs of the beat leave a heartbeat."""

from __future__ import annotations

import time
from typing import Any, Final

from celery import Task, signals
from django.utils.timezone import now

from games.common import log_context
from games.common.jobs import CAUSE
from games.common.log_context import LogContext

PREFIX: Final = "games."
_began: Final[dict[str, float]] = {}


@signals.task_prerun.connect
def _begin(task_id: str, task: Task, **options: Any) -> None:
    """Tag log lines with the run, and with the request that started it."""
    cause = str(getattr(task.request, CAUSE, None) or "")
    request = log_context.request_id(cause) if cause else ""
    log_context.enter(LogContext(request=request, task=_short(task), run=task_id))
    _began[task_id] = time.perf_counter()


@signals.task_postrun.connect
def _end(task_id: str, task: Task, state: str | None = None, **options: Any) -> None:
    """Count the run, and record the success of a job of the beat."""
    began = _began.pop(task_id, None)
    name, well = _short(task), state == "SUCCESS"
    if began is not None:
        # It reads the settings, which may be what imports this module.
        from games.common.metrics import TASK_SECONDS, TASKS

        TASKS.labels(name, "success" if well else "failure").inc()
        TASK_SECONDS.labels(name).observe(time.perf_counter() - began)
    if well and name in _jobs(task):
        from games.operators.job_runs import note_run

        note_run(job=name, now=now())
    log_context.enter(None)


def _short(task: Task) -> str:
    return str(task.name).removeprefix(PREFIX)


def _jobs(task: Task) -> set[str]:
    return {
        str(entry["task"]).removeprefix(PREFIX) for entry in task.app.conf.beat_schedule.values()
    }
