"""Rows of a season read back into what the pure rooms work with."""

from __future__ import annotations

from collections.abc import Mapping

from games.leagues.kinds import Kind
from games.leagues.models import Season
from games.leagues.plan import kind_of


def kinds_of(season: Season) -> list[Kind]:
    """Gets the kinds of game of a season."""
    return [kind_of(kind["board"], kind["seats"], kind["games"]) for kind in season.kinds]


def points_of(season: Season) -> Mapping[int, list[int]]:
    """Gets the league points by place, for each number of sides; JSON has only text as keys."""
    return {int(sides): worth for sides, worth in season.points.items()}
