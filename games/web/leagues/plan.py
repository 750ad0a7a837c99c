"""Planning a season: directors only; everything is checked before anything is stored."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.errors import Refused
from games.leagues import plan_season
from games.leagues.directing import directs
from games.leagues.models import League, Season
from games.people.models import Person
from games.web.leagues.found import find_directed, find_league
from games.web.leagues.plan_form import PlanForm, as_before, usual


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new_plan(request: HttpRequest, slug: str) -> HttpResponse:
    """Plans the next season; the form proposes what the last one was like."""
    league = find_league(slug)
    if not directs(cast(Person, request.user), league):
        raise Http404
    last = league.seasons.order_by("-number").first()
    first = as_before(last, now(), same_dates=False) if last else usual(now())
    return _answer(request, league, None, first)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def change_plan(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Changes a plan that was not announced."""
    season = find_directed(request, slug, number)
    return _answer(request, season.league, season, as_before(season, now(), same_dates=True))


def _answer(
    request: HttpRequest, league: League, season: Season | None, first: dict[str, object]
) -> HttpResponse:
    form = PlanForm(request.POST if request.method == "POST" else None, initial=first)
    context = {"form": form, "league": league, "season": season}
    if request.method != "POST":
        return render(request, "web/leagues/plan.html", context)
    if form.is_valid():
        person = cast(Person, request.user)
        try:
            plan = form.plan()
            if season is None:
                season = plan_season.plan_season(
                    league=league, director=person, plan=plan, now=now()
                )
            else:
                plan_season.change_plan(season=season, director=person, plan=plan, now=now())
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(
                request, _("The plan is stored. Look at how it comes out, then announce it.")
            )
            return redirect("direct-season", league.slug, season.number)
    return render(request, "web/leagues/plan.html", context, status=422)
