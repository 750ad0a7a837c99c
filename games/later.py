"""Asking a worker for something, once what it is about has been committed."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from celery import current_app
from django.db import transaction

RESULTS_TASK: Final = "games.count_results"
"""Counts the results of games; asked for by the rooms below it."""


def when_committed(task: str, *args: object) -> None:
    """Sends the task of this name to the workers after the commit.

    It is a hint only: the broker may be down or lose it, and a sweep must find the work anyway.
    """
    transaction.on_commit(
        lambda: current_app.send_task(task, args, ignore_result=True, retry=False), robust=True
    )


def at_about(task: str, *args: object, wait: timedelta) -> None:
    """Asks for the task of this name in a moment, at most a minute from now.

    As with the other, a sweep must find the work anyway.
    """
    transaction.on_commit(
        lambda: current_app.send_task(
            task, args, countdown=wait.total_seconds(), ignore_result=True, retry=False
        ),
        robust=True,
    )
