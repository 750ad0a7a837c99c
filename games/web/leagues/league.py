"""The page of a league: what it is, who directs it, its seasons and their champions."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.timezone import now
from django.views.decorators.http import require_safe

from games.leagues.directing import directs
from games.leagues.models import Entry
from games.leagues.naming import entry_name
from games.moderation.roles import office_over
from games.web.leagues.found import find_league
from games.web.leagues.state import state_of


@require_safe
def league(request: HttpRequest, slug: str) -> HttpResponse:
    found = find_league(slug)
    moment = now()
    directing = directs(request.user, found)
    seasons = found.seasons.order_by("-number")
    office = office_over(request.user, found)
    if office is None:
        seasons = seasons.filter(announced_at__isnull=False)
    champions = {
        entry.season_id: entry_name(entry)
        for entry in Entry.objects.filter(
            season__league=found, rank=1, division__tier=1
        ).select_related("person")
    }
    lines = [
        {
            "season": season,
            "state": state_of(season, moment),
            "champion": champions.get(season.pk, "") if season.closed_at else "",
        }
        for season in seasons
    ]
    return render(
        request,
        "web/leagues/league.html",
        {
            "league": found,
            "directors": found.directors.order_by("name"),
            "directing": directing,
            "office": office,
            "now": [line for line in lines if line["state"].open],  # type: ignore[attr-defined]
            "lines": lines,
        },
    )
