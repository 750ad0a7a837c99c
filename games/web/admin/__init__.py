"""Leagues, games and people in the admin: what everybody may know, and decisions about them."""

from __future__ import annotations

from games.web.admin import games, leagues, people

__all__ = ["games", "leagues", "people"]
