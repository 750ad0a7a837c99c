"""The start of a process of a simulation. No model is imported here: Django is not ready yet."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import celery
import django
from django.db import connection


@contextmanager
def without_messages() -> Iterator[None]:
    """Send no message to any worker: the simulation does their work itself."""
    app: Any = celery.current_app
    app.send_task = _nowhere
    try:
        yield
    finally:
        # Delete the attribute set here: restoring the method would hide that of the class for ever.
        del app.send_task


def skip_fsync() -> None:
    """Do not wait for the disk after each commit: for a temporary database."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA synchronous = OFF")


def start_process(throwaway: bool) -> None:
    """Prepare a process that plays games of a simulation."""
    django.setup()
    celery.current_app.send_task = _nowhere  # type: ignore[method-assign, assignment]
    if throwaway:
        skip_fsync()


def _nowhere(*args: Any, **options: Any) -> None:
    return None
