"""Pages for directors: the risks to a season, and more time for it with every deadline."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta
from math import ceil
from typing import Final

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import SafeString, mark_safe
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe

from games.clock.models import Outage
from games.common.dates import DateFormat, format_local
from games.common.durations import count_days
from games.drawing.gantt_chart import GanttBar, gantt_chart
from games.leagues.models import Season
from games.leagues.season.risk import LONGEST_FORECAST, GameForecast, SeasonRisks, season_risks
from games.moderation.models import AuditEntry
from games.moderation.roles import league_role
from games.moderation.seasons.dates import extend_season, open_turns
from games.tables.seat_names import seat_name
from games.web.leagues.lookup import find_overseen_season, find_season
from games.web.moderation.decision_forms import submitted
from games.web.moderation.forms import ExtendSeasonForm, ReasonForm

SHOWN: Final = 20
DAY: Final = timedelta(days=1)


@login_required
@require_safe
def risk_page(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    season = find_overseen_season(request, slug, number)
    at = now()
    found = season_risks(season, now=at)
    context = {
        "season": season,
        "risk": found,
        "late_count": len(found.late),
        "picture": _picture(season, found, at) if found.paces else None,
        "paces": [_forecast_row(pace) for pace in found.paces[:SHOWN]],
        "waiting": [
            (seat, _days(at - seat.opened_at), seat.due_at is not None and seat.due_at <= at)
            for seat in found.waiting[:SHOWN]
            if seat.opened_at is not None
        ],
        "silent": [(one, _days(at - one.since)) for one in found.silent[:SHOWN]],
    }
    return render(request, "web/leagues/risk.html", context)


def _forecast_row(pace: GameForecast) -> dict[str, object]:
    unknown = pace.ends_at - pace.started_at >= LONGEST_FORECAST
    return {
        "game": pace,
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


HOUR = timedelta(hours=1)
LATEST_OUTAGES = 5


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def extend_season_page(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    season = find_season(request, slug, number)
    if league_role(request.user, season.league) is None:
        raise PermissionDenied(_("Only a director of this league can do this."))
    sent = request.POST if request.method == "POST" else request.GET
    form = ExtendSeasonForm(sent if "hours" in sent else None)
    by = form.by if form.is_valid() else None
    reason = ReasonForm(request.POST if request.method == "POST" else None)
    key = request.POST.get("key", "")[:40] or secrets.token_urlsafe(12)
    if by is not None and submitted(
        request, reason, extend_season, _extended, season=season, by=by, key=key
    ):
        return redirect("season", slug, number)
    context = {
        "season": season,
        "form": form,
        "reason": reason,
        "moved": by
        and [
            (seat_name(seat), seat, seat.due_at + by)
            for seat in open_turns(season)
            if seat.due_at is not None
        ],
        "ends_at": season.ends_at + by if by else season.ends_at,
        "hours": form.cleaned_data["hours"] if by else "",
        "key": key,
        "outages": [
            (outage, max(1, ceil((outage.until - outage.since) / HOUR)))
            for outage in Outage.objects.order_by("-since")[:LATEST_OUTAGES]
        ],
    }
    status = 422 if request.method == "POST" else 200
    return render(request, "web/moderation/extend_season.html", context, status=status)


def _extended(entries: Sequence[AuditEntry]) -> str:
    # One entry a game, and one of the season.
    games = len(entries) - 1
    return ngettext("%(count)d game got more time.", "%(count)d games got more time.", games) % {
        "count": games
    }
