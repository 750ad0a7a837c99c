"""The list of leagues."""

from __future__ import annotations

from datetime import datetime

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.timezone import now
from django.views.decorators.http import require_safe

from games.leagues.models import League, Season
from games.web.leagues.state import state_of


@require_safe
def leagues(request: HttpRequest) -> HttpResponse:
    moment = now()
    latest: dict[int, Season] = {}
    seasons = Season.objects.filter(announced_at__isnull=False, cancelled_at=None)
    for season in seasons.order_by("number"):
        latest[season.league_id] = season
    lines = [_line(league, latest.get(league.pk), moment) for league in League.objects.all()]
    return render(request, "web/leagues/leagues.html", {"lines": lines})


def _line(league: League, season: Season | None, now: datetime) -> dict[str, object]:
    return {
        "league": league,
        "season": season,
        "state": state_of(season, now) if season else None,
    }
