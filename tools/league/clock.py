"""The clock of a simulation, and the periodic work of a real site."""

from __future__ import annotations

from collections import Counter
from datetime import datetime, timedelta

from games.leagues.season.runner import run_seasons
from games.players import rate_finished_games, update_reliability
from games.scheduler.sweep import sweep
from tools.players.people import DAY


class SimulatedClock:
    """The time of a simulation: ``tick`` advances it and runs what is due."""

    def __init__(self, now: datetime) -> None:
        self.now = now
        self.swept = Counter[str]()
        """What all sweeps have done: moves that were ``played`` or ``failed``, games ``moved``."""

    def tick(self, by: timedelta) -> None:
        """Advance the time, then sweep and run the seasons."""
        self.now += by
        swept = sweep(now=self.now)
        self.swept.update(played=swept.played, moved=swept.moved, failed=swept.failed)
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
