"""What directors have decided in a season, for those of the league."""

from __future__ import annotations

from typing import cast

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.leagues.models import Entry
from games.moderation.roles import office_over
from games.people.models import Person
from games.web.leagues.found import find_season
from games.web.moderation.history import history_of


@login_required
@require_safe
def decisions(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Shows what was decided, in which office and why, to who plays or played in the league."""
    season = find_season(request, slug, number)
    person = cast(Person, request.user)
    oversees = office_over(person, season.league) is not None
    entries = Entry.objects.filter(season__league=season.league_id, person=person)
    if not oversees and not entries.exists():
        raise PermissionDenied(_("What is decided in a league is for those who play in it."))
    return render(
        request,
        "web/leagues/decisions.html",
        {
            "season": season,
            "league": season.league,
            "oversees": oversees,
            "history": history_of(season),
        },
    )
