"""What the demo's games come to: ratings, and who keeps the clock."""

from __future__ import annotations

from datetime import datetime

from games.ratings import rate_finished_games
from games.reliability import count_conduct


def count_results(now: datetime) -> str:
    """Counts the games that were made, as the workers would."""
    rate_finished_games(now=now)
    count_conduct(now=now)
    return "ratings and reliability of those who have played"
