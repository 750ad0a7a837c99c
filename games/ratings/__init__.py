"""Skill, estimated from results: rated games only, each board for itself and all together."""

from __future__ import annotations

from games.ratings.counting import rate_all_anew, rate_finished_games

__all__ = ["rate_all_anew", "rate_finished_games"]
