"""Skill, reliability and pace of players, counted from results and logs; who follows whom."""

from __future__ import annotations

from games.players.rating import rate_finished_games, recompute_ratings
from games.players.reliability import recompute_reliability, update_reliability

__all__ = [
    "rate_finished_games",
    "recompute_ratings",
    "recompute_reliability",
    "update_reliability",
]
