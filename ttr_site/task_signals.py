"""Runs of tasks have an id in the log and are counted; jobs of the beat leave a heartbeat."""

from __future__ import annotations

import secrets
import time
from typing import Any, Final

from celery import Task, signals
from django.utils.timezone import now

from games.common import log_context
from games.common.jobs import CAUSE
from games.common.log_context import LogContext

PREFIX: Final = "games."
BEAT_HEADER: Final = "night_mail_beat"
"""The header of messages with the id of the beat that sent them."""
_began: Final[dict[str, float]] = {}


@signals.beat_init.connect
def _sign_messages(sender: Any, **options: Any) -> None:
    """Let the messages of this beat carry an id, that tells two beats apart."""
    beat = secrets.token_hex(4)
    for entry in sender.scheduler.schedule.values():
        entry.options = {**entry.options, "headers": {BEAT_HEADER: beat}}


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
        from games.operators.presence import note_beat

        note_run(job=name, now=now())
        if beat := getattr(task.request, BEAT_HEADER, None):
            note_beat(beat=str(beat)[:8], now=now())
    log_context.enter(None)


def _short(task: Task) -> str:
    return str(task.name).removeprefix(PREFIX)


def _jobs(task: Task) -> set[str]:
    return {
        str(entry["task"]).removeprefix(PREFIX) for entry in task.app.conf.beat_schedule.values()
    }
