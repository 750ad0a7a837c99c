"""The Celery application of the site, for workers in which odd bots think (tests.fixtures)."""

from __future__ import annotations

import sys

from celery import signals

from tests.paths import ROOT
from ttr_site.celery import app as app


@signals.worker_process_init.connect
def _think_with_odd_bots(**options: object) -> None:
    from games.play import bot_process

    program = str(ROOT / "tests" / "fixtures" / "odd_bots.py")
    bot_process.COMMAND = [sys.executable, program, "think", "--nice", "10"]  # type: ignore[misc]
