"""What a process of a simulation does without."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import celery


@contextmanager
def without_messages() -> Iterator[None]:
    """Send no message to any worker: the simulation does their work itself."""
    app: Any = celery.current_app
    app.send_task = lambda *args, **options: None
    try:
        yield
    finally:
        # Delete the attribute set here: restoring the method would hide that of the class for ever.
        del app.send_task
