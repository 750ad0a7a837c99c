"""What endangers a season, for its directors: to look at rather than to read."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.safestring import SafeString, mark_safe
from django.utils.timezone import localtime, now
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from games.drawing.spans import Span, span_chart
from games.leagues.models import Season
from games.leagues.risk import LONGEST, Pace, Risk, risk_of
from games.web.leagues.found import find_overseen
from games.web.leagues.state import day

SHOWN: Final = 20
DAY: Final = timedelta(days=1)


@login_required
@require_safe
def risk(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    season = find_overseen(request, slug, number)
    at = now()
    found = risk_of(season, now=at)
    return render(
        request,
        "web/leagues/risk.html",
        {
            "season": season,
            "league": season.league,
            "risk": found,
            "late_count": len(found.late),
            "picture": _picture(season, found, at) if found.paces else None,
            "paces": [_line(pace) for pace in found.paces[:SHOWN]],
            "waiting": [
                {
                    "code": one.code,
                    "url": reverse("game", args=[one.code]),
                    "name": one.name,
                    "days": _days(at - one.since),
                    "over": one.due_at is not None and one.due_at <= at,
                    "missed": one.missed,
                    "looking": one.looking,
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


def _line(pace: Pace) -> dict[str, object]:
    unknown = pace.ends_at - pace.started_at >= LONGEST
    return {
        "code": pace.code,
        "url": reverse("game", args=[pace.code]),
        "board": pace.board,
        "division": pace.division,
        "done": round(pace.done * 100),
        "ends": _("nobody can tell") if unknown else day(pace.ends_at),
        "late": pace.late > timedelta(0),
        "by": "" if unknown else _days(pace.late),
    }


def _days(time: timedelta) -> str:
    count = max(0, round(time / DAY))
    return ngettext("%(count)d day", "%(count)d days", count) % {"count": count}


def _picture(season: Season, risk: Risk, at: datetime) -> SafeString:
    start = min(pace.started_at for pace in risk.paces)

    def since(moment: datetime) -> float:
        return (moment - start) / DAY

    step = max((season.ends_at - start) / 5, DAY)
    ticks = [
        (since(moment), date_format(localtime(moment), "j M"))
        for moment in (start + step * number for number in range(9))
        if abs(moment - season.ends_at) > step / 3
    ]
    spans = [
        Span(
            pace.code,
            since(pace.started_at),
            since(at),
            since(pace.ends_at),
            pace.late > timedelta(0),
        )
        for pace in risk.paces[:SHOWN]
    ]
    told = _("Games of the season: how long they have lasted, and when they end at this pace")
    return mark_safe(  # noqa: S308 - made here, and its words are escaped
        span_chart(
            spans,
            title=told,
            limit=since(season.ends_at),
            limit_name=_("last day: %(date)s") % {"date": day(season.ends_at)},
            ticks=ticks,
        )
    )
