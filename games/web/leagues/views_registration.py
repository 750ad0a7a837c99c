"""Register, withdraw, stand by, choose a partner: POST only."""

from __future__ import annotations

from typing import Final, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.leagues.models import EntryStatus
from games.leagues.season import registration as registering
from games.leagues.season import withdrawal as withdrawing
from games.people.models import Person
from games.web.leagues.lookup import find_season
from games.web.parts.refusals import show_refusals

FIELDS: Final = {
    "partner": "partner",
    "contribution": "contribution",
    "stands_by": "stands_by",
    "accepts_directors": "accepts_directors",
}


@login_required
@require_POST
def register_view(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    season = find_season(request, slug, number)
    with show_refusals(request, keep=FIELDS):
        entry = registering.register(
            season=season,
            person=cast(Person, request.user),
            partner=request.POST.get("partner", "")[:80],
            contribution=request.POST.get("contribution", ""),
            stands_by="stands_by" in request.POST,
            accepts_directors="accepts_directors" in request.POST,
            now=now(),
        )
        if entry.status == EntryStatus.ASKED:
            messages.success(request, _("You have asked to play. A director will decide."))
        elif entry.status == EntryStatus.RESERVE:
            messages.success(
                request, _("You are on the reserve list. We have sent you an email to confirm it.")
            )
        else:
            messages.success(
                request, _("You are registered. We have sent you an email to confirm it.")
            )
    return redirect("season", slug, number)


@login_required
@require_POST
def withdraw_view(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    season = find_season(request, slug, number)
    with show_refusals(request):
        withdrawing.withdraw(season=season, person=cast(Person, request.user), now=now())
        messages.success(request, _("You have withdrawn from this season."))
    return redirect("season", slug, number)


@login_required
@require_POST
def stand_by_view(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    season = find_season(request, slug, number)
    with show_refusals(request):
        entry = registering.stand_by(
            season=season,
            person=cast(Person, request.user),
            willing=request.POST.get("willing") == "yes",
        )
        if entry.stands_by:
            messages.success(
                request, _("You will take over games when you reach the top of the list.")
            )
        else:
            messages.success(request, _("You will not take over games in this season."))
    return redirect("season", slug, number)


@login_required
@require_POST
def choose_partner_view(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    season = find_season(request, slug, number)
    with show_refusals(request, keep={"partner": "partner"}):
        entry = registering.choose_partner(
            season=season,
            person=cast(Person, request.user),
            partner=request.POST.get("partner", "")[:80],
            now=now(),
        )
        if entry.partner is None:
            messages.success(request, _("You will get a partner by lot."))
        elif entry.partner.partner_id == entry.pk:
            messages.success(request, _("You are now partners."))
        else:
            messages.success(request, _("Your partner must name you, too; then you are partners."))
    return redirect("season", slug, number)
