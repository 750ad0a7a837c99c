"""People I follow and what they do; follow, stop following, switch off being followed."""

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
from games.players.follows import following as service
from games.players.follows.following import (
    follows_anybody,
    follows_of,
    results_of_followed,
    running_games_of_followed,
    tables_of_followed,
)
from games.web.lobby.presenters import lobby_tables
from games.web.parts.pages import page_of
from games.web.parts.refusals import show_refusals
from games.web.people.presenters import result_line, watched_games
from games.web.players.views import player_or_404

PEOPLE_PER_PAGE: Final = 50
RESULTS_PER_PAGE: Final = 20
MAX_TABLES: Final = 10
MAX_GAMES: Final = 12


@login_required
@never_cache
@require_safe
def following(request: HttpRequest) -> HttpResponse:
    """The doings of followed people: open tables, games under way, results."""
    person = cast(Person, request.user)
    page = page_of(request, results_of_followed(person), RESULTS_PER_PAGE)
    return render(
        request,
        "web/people/following.html",
        {
            "tables": lobby_tables(tables_of_followed(person)[:MAX_TABLES], person),
            "games": watched_games(running_games_of_followed(person)[:MAX_GAMES], person, now()),
            "results": [result_line(game) for game in page.object_list],
            "page": page,
            "follows_anybody": follows_anybody(person),
        },
    )


@login_required
@never_cache
@require_safe
def followed_people(request: HttpRequest) -> HttpResponse:
    page = page_of(request, follows_of(cast(Person, request.user)), PEOPLE_PER_PAGE)
    return render(request, "web/people/followed_people.html", {"page": page})


@login_required
@require_POST
def follow(request: HttpRequest, name: str) -> HttpResponse:
    other = player_or_404(name)
    with show_refusals(request):
        service.follow(person=cast(Person, request.user), other=other, now=now())
        messages.success(request, _("You follow %(name)s.") % {"name": other.name})
    return redirect("player", other.name)


@login_required
@require_POST
def unfollow(request: HttpRequest, name: str) -> HttpResponse:
    other = player_or_404(name)
    service.unfollow(person=cast(Person, request.user), other=other)
    messages.success(request, _("You no longer follow %(name)s.") % {"name": other.name})
    if "list" in request.POST:
        return redirect("followed-people")
    return redirect("player", other.name)


@login_required
@require_POST
def set_followable(request: HttpRequest) -> HttpResponse:
    """Let others follow the person, or nobody."""
    allowed = request.POST.get("followable") == "yes"
    service.set_followable(person=cast(Person, request.user), followable=allowed)
    messages.success(
        request,
        _("Others can follow you.") if allowed else _("Nobody follows you, and nobody can."),
    )
    return redirect("followed-people")
