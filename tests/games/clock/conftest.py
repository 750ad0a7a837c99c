"""A clock that tests wind by hand."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest

from games.clock.models import Heartbeat
from games.scheduler.sweep import SweepResult, sweep
from tests.games.conftest import NOW

Tick = Callable[..., SweepResult]


@pytest.fixture
def tick(db: None) -> Tick:
    """Sweep so long after the start, as if the clock had run all the time: `tick(days=3)`."""

    def run(**time: float) -> SweepResult:
        at: datetime = NOW + timedelta(**time)
        Heartbeat.objects.update_or_create(job="sweep", defaults={"at": at - timedelta(minutes=1)})
        return sweep(now=at)

    return run
