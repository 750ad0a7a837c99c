"""The addresses of the pages of a season, which differ in its league and number alone."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from django.urls import reverse

from games.leagues.models import Season

ANY_LEAGUE: Final = "any-league"
ANY_SEASON: Final = 900000001
ANY_TIER: Final = 900000002
PAGES: Final = (
    "season-statistics",
    "season-ics",
    "standings-csv",
    "pairings-csv",
    "games-csv",
    "records-of-season",
    "embed-standings",
)


def season_addresses(season: Season) -> Mapping[str, str]:
    """The addresses of a season by the name of the page, as ``reverse`` finds them each time anew.

    Hyphens in a name are underscores here, so that templates can write it.
    """
    slug, number = season.league.slug, str(season.number)
    return {
        name: before + slug + between + number + after
        for name, (before, between, after) in _pages().items()
    }


def division_address(season: Season, tier: int) -> str:
    """The address of the page of a division."""
    before, between, after = _division()
    ahead, behind = after.split(str(ANY_TIER))
    return f"{before}{season.league.slug}{between}{season.number}{ahead}{tier}{behind}"


@cache
def _pages() -> Mapping[str, tuple[str, str, str]]:
    return {
        name.replace("-", "_"): _around(reverse(name, args=[ANY_LEAGUE, ANY_SEASON]))
        for name in PAGES
    }


@cache
def _division() -> tuple[str, str, str]:
    return _around(reverse("division", args=[ANY_LEAGUE, ANY_SEASON, ANY_TIER]))


def _around(address: str) -> tuple[str, str, str]:
    before, rest = address.split(ANY_LEAGUE)
    between, after = rest.split(str(ANY_SEASON))
    return before, between, after
