"""The paces that a wish can name: the clock of the table, and how long its people are choosy."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from games.clock.core.terms import Terms


@dataclass(frozen=True, slots=True)
class Pace:
    """The clock of a table; somebody who has waited for ``patience`` plays with anybody."""

    terms: Terms
    patience: timedelta


PACES: Final[Mapping[str, Pace]] = {
    "evening": Pace(Terms(days_per_turn=1, evening_minutes=5), timedelta(minutes=10)),
    "4-hours": Pace(Terms(days_per_turn=0, hours_per_turn=4), timedelta(hours=4)),
    "1-day": Pace(Terms(days_per_turn=1), timedelta(days=1)),
    "2-days": Pace(Terms(days_per_turn=2), timedelta(days=2)),
    "3-days": Pace(Terms(days_per_turn=3), timedelta(days=2)),
    "7-days": Pace(Terms(days_per_turn=7), timedelta(days=3)),
}
"""By the key that is stored with a wish; shortest first."""
