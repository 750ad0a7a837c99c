"""The clock of the site under test: the true time and an offset, which one file holds.

Every process of the site and the one that disturbs it read the file each time they look at the
clock, so that hours pass for all of them at once.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from django.utils import timezone

VARIABLE = "NIGHT_MAIL_FAULTS_CLOCK"
_true_now: Final[Callable[[], datetime]] = timezone.now


def offset() -> timedelta:
    """How far the clock of the site is ahead of the true one."""
    try:
        return timedelta(seconds=float(Path(os.environ[VARIABLE]).read_text()))
    except (KeyError, FileNotFoundError):
        return timedelta()


def step(by: timedelta) -> None:
    """Set the clocks of all processes forward, or back, at once."""
    path = Path(os.environ[VARIABLE])
    new = path.with_suffix(".new")
    new.write_text(repr((offset() + by).total_seconds()))
    new.replace(path)


def install() -> None:
    """Let this process go by the clock of the site; before anything of the site is imported.

    Twice is as once: a process that is started by one with this clock may have it already.
    """
    timezone.now = lambda: _true_now() + offset()
