"""The clock of a simulation, and what workers and beat do on a real site."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings

from games.clock.sweep import sweep
from games.leagues.runner import run_seasons
from games.ratings import rate_finished_games
from games.reliability import count_conduct

DAY: Final = timedelta(days=1)
HOURS: Final = 30


@contextmanager
def seldom() -> Iterator[None]:
    """Takes it for no outage that a simulation sweeps a few times a day only."""
    before = settings.OUTAGE_MINUTES
    settings.OUTAGE_MINUTES = HOURS * 60
    try:
        yield
    finally:
        settings.OUTAGE_MINUTES = before


class Clockwork:
    """Holds the time. ``tick`` lets it pass and does what is due then."""

    def __init__(self, now: datetime) -> None:
        self.now = now
        self.automatic = 0
        self.moved = 0
        self.failed = 0

    def tick(self, by: timedelta) -> None:
        """Lets so much time pass, then sweeps and runs the seasons."""
        self.now += by
        swept = sweep(now=self.now)
        self.automatic += swept.played
        self.moved += swept.moved
        self.failed += swept.failed
        run_seasons(now=self.now)

    def wait(self, until: datetime) -> None:
        """Lets days pass until then."""
        while self.now < until:
            self.tick(min(DAY, until - self.now))

    def stop(self, by: timedelta) -> None:
        """Lets so much time pass in which nothing runs: an outage."""
        self.now += by

    def count(self) -> None:
        """Counts ratings and reliability."""
        rate_finished_games(now=self.now)
        count_conduct(now=self.now)
