"""The clock of a simulation, and the periodic work of a real site."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings

from games.leagues.season.runner import run_seasons
from games.players import rate_finished_games, update_reliability
from games.scheduler.sweep import sweep

DAY: Final = timedelta(days=1)
HOURS: Final = 30


@contextmanager
def tolerate_rare_sweeps() -> Iterator[None]:
    """Prevent that the rare sweeps of a simulation count as outages."""
    before = settings.OUTAGE_MINUTES
    settings.OUTAGE_MINUTES = HOURS * 60
    try:
        yield
    finally:
        settings.OUTAGE_MINUTES = before


class SimulatedClock:
    """The time of a simulation: ``tick`` advances it and runs what is due."""

    def __init__(self, now: datetime) -> None:
        self.now = now
        self.automatic = 0
        self.moved = 0
        self.failed = 0

    def tick(self, by: timedelta) -> None:
        """Advance the time, then sweep and run the seasons."""
        self.now += by
        swept = sweep(now=self.now)
        self.automatic += swept.played
        self.moved += swept.moved
        self.failed += swept.failed
        run_seasons(now=self.now)

    def wait(self, until: datetime) -> None:
        """Advance the time in days until then."""
        while self.now < until:
            self.tick(min(DAY, until - self.now))

    def stop(self, by: timedelta) -> None:
        """Advance the time while nothing runs: an outage."""
        self.now += by

    def count(self) -> None:
        """Count ratings and reliability."""
        rate_finished_games(now=self.now)
        update_reliability(now=self.now)
