"""Page of the risks to a season, for its directors."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.common.dates import DateFormat, count_days, format_local
from games.drawing.gantt_chart import GanttBar, gantt_chart
from games.leagues.models import Season
from games.leagues.season.risk import LONGEST_FORECAST, GameForecast, SeasonRisks, season_risks
from games.web.leagues.lookup import find_overseen_season

SHOWN: Final = 20
DAY: Final = timedelta(days=1)


@login_required
@require_safe
def risk_page(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    season = find_overseen_season(request, slug, number)
    at = now()
    found = season_risks(season, now=at)
    return render(
        request,
        "web/leagues/risk.html",
        {
            "season": season,
            "league": season.league,
            "risk": found,
            "late_count": len(found.late),
            "picture": _picture(season, found, at) if found.paces else None,
            "paces": [_forecast_row(pace) for pace in found.paces[:SHOWN]],
            "waiting": [
                {
                    "code": one.code,
                    "url": reverse("game", args=[one.code]),
                    "name": one.name,
                    "days": _days(at - one.since),
                    "over": one.due_at is not None and one.due_at <= at,
                    "missed": one.missed,
                    "wants_substitute": one.wants_substitute,
                }
                for one in found.waiting[:SHOWN]
            ],
            "silent": [
                {
                    "name": one.name,
                    "games": one.games,
                    "days": _days(at - one.since),
                    "missed": one.missed,
                }
                for one in found.silent[:SHOWN]
            ],
        },
    )


def _forecast_row(pace: GameForecast) -> dict[str, object]:
    unknown = pace.ends_at - pace.started_at >= LONGEST_FORECAST
    return {
        "code": pace.code,
        "url": reverse("game", args=[pace.code]),
        "board": pace.board,
        "division": pace.division,
        "done": round(pace.done * 100),
        "ends": _("not known") if unknown else format_local(pace.ends_at),
        "late": pace.late > timedelta(0),
        "by": "" if unknown else _days(pace.late),
    }


def _days(time: timedelta) -> str:
    return count_days(max(0, round(time / DAY)))


def _picture(season: Season, risk: SeasonRisks, at: datetime) -> SafeString:
    start = min(pace.started_at for pace in risk.paces)

    def since(moment: datetime) -> float:
        return (moment - start) / DAY

    step = max((season.ends_at - start) / 5, DAY)
    ticks = [
        (since(moment), format_local(moment, DateFormat.SHORT_DAY))
        for moment in (start + step * number for number in range(9))
        if abs(moment - season.ends_at) > step / 3
    ]
    spans = [
        GanttBar(
            pace.code,
            since(pace.started_at),
            since(at),
            since(pace.ends_at),
            pace.late > timedelta(0),
        )
        for pace in risk.paces[:SHOWN]
    ]
    title = _("Games of the season: how long they have lasted, and when they end at this pace")
    return mark_safe(  # noqa: S308 - made here, and its words are escaped
        gantt_chart(
            spans,
            title=title,
            limit=since(season.ends_at),
            limit_name=_("last day: %(date)s") % {"date": format_local(season.ends_at)},
            ticks=ticks,
        )
    )
