"""The page of a division: its standings, how they came about, and all its games."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.leagues.played import Played, played_in
from games.leagues.prospects import prospects_of
from games.web.leagues.course import course_of
from games.web.leagues.found import find_division, find_season
from games.web.leagues.games_list import games_of
from games.web.leagues.lines import tables_of


@require_safe
def division(request: HttpRequest, slug: str, number: int, tier: int) -> HttpResponse:
    season = find_season(request, slug, number)
    found = find_division(season, tier)
    divisions = list(season.divisions.order_by("tier"))
    played = played_in([found])
    running = prospects_of([found]).get(found.pk, {})
    (table,) = tables_of(
        season,
        [found],
        lowest=len(divisions),
        played=played,
        running={found.pk: list(running.values())} if running else None,
    )
    results = played.get(found.pk, Played()).results
    return render(
        request,
        "web/leagues/division.html",
        {
            "season": season,
            "league": season.league,
            "table": table,
            "divisions": divisions,
            "in_progress": bool(running),
            "games": games_of(found, running),
            "course": course_of(found, table.lines, results),
        },
    )
