"""Registering for a season, withdrawing, and naming a partner: POST only."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.leagues import register as registering
from games.leagues import withdraw as withdrawing
from games.leagues.models import EntryStatus
from games.people.models import Person
from games.web.leagues.found import find_season
from games.web.refusals import refusals_told


@login_required
@require_POST
def register(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    season = find_season(request, slug, number)
    with refusals_told(request):
        entry = registering.register(
            season=season,
            person=cast(Person, request.user),
            partner=request.POST.get("partner", "")[:80],
            contribution=request.POST.get("contribution", ""),
            now=now(),
        )
        if entry.status == EntryStatus.RESERVE:
            messages.success(request, _("You are on the reserve list. A mail confirms it."))
        else:
            messages.success(request, _("You are registered. A mail confirms it."))
    return redirect("season", slug, number)


@login_required
@require_POST
def withdraw(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    season = find_season(request, slug, number)
    with refusals_told(request):
        withdrawing.withdraw(season=season, person=cast(Person, request.user), now=now())
        messages.success(request, _("You have withdrawn from this season."))
    return redirect("season", slug, number)


@login_required
@require_POST
def partner(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    season = find_season(request, slug, number)
    with refusals_told(request):
        entry = registering.choose_partner(
            season=season,
            person=cast(Person, request.user),
            partner=request.POST.get("partner", "")[:80],
            now=now(),
        )
        if entry.partner is None:
            messages.success(request, _("A partner will be found for you by lot."))
        elif entry.partner.partner_id == entry.pk:
            messages.success(request, _("You play together."))
        else:
            messages.success(request, _("Your partner must name you too; then you play together."))
    return redirect("season", slug, number)
