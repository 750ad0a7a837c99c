"""Extend a whole season: a page that shows every deadline, then the decision."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import timedelta
from math import ceil
from typing import cast

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from games.clock.models import Outage
from games.leagues.models import Season
from games.moderation.models import AuditEntry
from games.moderation.roles import league_role
from games.moderation.seasons.dates import extend_season, preview_extension
from games.people.models import Person
from games.tables.seat_names import seat_name
from games.web.moderation.decision_forms import carry_out
from games.web.moderation.forms import ExtendSeasonForm, ReasonForm

HOUR = timedelta(hours=1)
LATEST_OUTAGES = 5


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def extend_season_page(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    seasons = Season.objects.select_related("league")
    season = get_object_or_404(seasons, league__slug=slug, number=number)
    person = cast(Person, request.user)
    if league_role(person, season.league) is None:
        raise PermissionDenied(_("Only a director of this league can do this."))
    sent = request.POST if request.method == "POST" else request.GET
    has_time = "hours" in sent
    form = ExtendSeasonForm(sent if has_time else None)
    reason = ReasonForm(request.POST if request.method == "POST" else None)
    if (
        request.method == "POST"
        and form.is_valid()
        and reason.is_valid()
        and carry_out(
            request,
            lambda: extend_season(
                actor=person,
                season=season,
                by=form.by,
                key=request.POST.get("key", "")[:40] or secrets.token_urlsafe(12),
                reason=reason.cleaned_data["reason"],
                message=reason.cleaned_data["message"],
                now=now(),
            ),
            _extended,
            form=reason,
        )
    ):
        return redirect("season", slug, number)
    shown = preview_extension(season=season, by=form.by) if has_time and form.is_valid() else None
    return render(
        request,
        "web/moderation/extend_season.html",
        {
            "season": season,
            "form": form,
            "reason": reason,
            "moved": None
            if shown is None
            else [
                {"code": row.game.code, "name": seat_name(row.seat), "row": row} for row in shown
            ],
            "ends_at": season.ends_at + form.by if shown is not None else season.ends_at,
            "hours": form.cleaned_data.get("hours") if shown is not None else "",
            "key": request.POST.get("key") or secrets.token_urlsafe(12),
            "outages": [
                {
                    "outage": outage,
                    "hours": max(1, ceil((outage.until - outage.since) / HOUR)),
                }
                for outage in Outage.objects.order_by("-since")[:LATEST_OUTAGES]
            ],
        },
        status=422 if request.method == "POST" else 200,
    )


def _extended(entries: Sequence[AuditEntry]) -> str:
    # One entry a game, and one of the season.
    games = len(entries) - 1
    return ngettext("%(count)d game got more time.", "%(count)d games got more time.", games) % {
        "count": games
    }
