"""People I have played with, with the results; favourites among them."""

from __future__ import annotations

from typing import Final, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.people.models import Person
from games.players.follows.following import add_favourite, remove_favourite
from games.players.follows.opponents import opponents_from, opponents_of
from games.web.parts.pages import page_of
from games.web.parts.refusals import show_refusals
from games.web.players.views import player_or_404

OPPONENTS_PER_PAGE: Final = 50


@login_required
@never_cache
@require_safe
def opponents(request: HttpRequest) -> HttpResponse:
    person = cast(Person, request.user)
    page = page_of(request, opponents_of(person), OPPONENTS_PER_PAGE)
    found = opponents_from(person, page.object_list)
    return render(request, "web/people/opponents.html", {"opponents": found, "page": page})


@login_required
@require_POST
def favourite(request: HttpRequest, name: str) -> HttpResponse:
    """Mark a player as a favourite, or no longer."""
    person, other = cast(Person, request.user), player_or_404(name)
    with show_refusals(request):
        if request.POST.get("favourite") == "yes":
            add_favourite(person=person, other=other, now=now())
            messages.success(
                request,
                _("%(name)s is a favourite: you can invite them when you open a table.")
                % {"name": other.name},
            )
        else:
            remove_favourite(person=person, other=other)
            messages.success(
                request, _("%(name)s is no longer a favourite.") % {"name": other.name}
            )
    if "list" in request.POST:
        return redirect("opponents")
    return redirect("player", other.name)
