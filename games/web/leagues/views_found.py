"""Found a league; accept its invitation link."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.leagues.league import (
    accept_invitation,
    create_league,
    find_by_invitation,
    why_not_found,
)
from games.leagues.selectors import leagues_of
from games.people.models import Person
from games.web.leagues.forms import FoundingForm
from games.web.parts.refusals import show_refusals


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def found_league(request: HttpRequest) -> HttpResponse:
    """Found a league, whose first director is the founder."""
    person = cast(Person, request.user)
    sent = request.method == "POST"
    form = FoundingForm(request.POST if sent else None)
    if sent and form.is_valid():
        with show_refusals(request, form):
            league = create_league(
                founder=person, directors=[person], now=now(), **form.cleaned_data
            )
            messages.success(request, _("The league is founded. Plan its first season."))
            return redirect("league", league.slug)
    context = {"form": form, "why_not": why_not_found(person, now())}
    return render(request, "web/leagues/found.html", context, status=422 if sent else 200)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join_league(request: HttpRequest, slug: str, token: str) -> HttpResponse:
    """Show what an invitation link leads to; accept it by POST.

    :raises Http404: if the link is not valid, or there is no such league.
    """
    league = find_by_invitation(slug, token)
    if league is None:
        raise Http404
    person = request.user if isinstance(request.user, Person) else None
    if request.method == "POST":
        if person is None:
            return redirect_to_login(request.path)
        with show_refusals(request):
            accept_invitation(league=league, token=token, person=person)
            messages.success(request, _("You can register for the seasons of this league now."))
        return redirect("league", slug)
    inside = leagues_of(person).filter(pk=league.pk).exists()
    return render(request, "web/leagues/join.html", {"league": league, "inside": inside})
