"""Reliability, apart from skill: turns on time, games seen through, excused misses."""

from __future__ import annotations

from games.reliability.counting import count_all_anew, count_conduct

__all__ = ["count_all_anew", "count_conduct"]
