"""People I follow and what they do; people I have played with, and favourites among them."""

from __future__ import annotations

from typing import Final, cast

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.people.models import Person
from games.players.follows import following as service
from games.players.follows.following import (
    follows_anybody,
    follows_of,
    results_of_followed,
    running_games_of_followed,
    tables_of_followed,
)
from games.players.follows.opponents import favourites_among, opponents_of
from games.web.lobby.presenters import lobby_tables
from games.web.parts.buttons import button
from games.web.parts.pages import page_of
from games.web.people.presenters import result_line, watched_games

PEOPLE_PER_PAGE: Final = 50
RESULTS_PER_PAGE: Final = 20
OPPONENTS_PER_PAGE: Final = 50
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


@button("player", "name")
def follow(request: HttpRequest, person: Person, name: str) -> str:
    service.follow(person=person, other=get_object_or_404(Person, name=name), now=now())
    return _("You follow %(name)s.") % {"name": name}


@button("player", "name", list_page="followed-people")
def unfollow(request: HttpRequest, person: Person, name: str) -> str:
    service.unfollow(person=person, other=get_object_or_404(Person, name=name))
    return _("You no longer follow %(name)s.") % {"name": name}


@button("followed-people")
def set_followable(request: HttpRequest, person: Person) -> str:
    """Let others follow the person, or nobody."""
    allowed = request.POST.get("followable") == "yes"
    service.set_followable(person=person, followable=allowed)
    return _("Others can follow you.") if allowed else _("Nobody follows you, and nobody can.")


@login_required
@never_cache
@require_safe
def opponents(request: HttpRequest) -> HttpResponse:
    person = cast(Person, request.user)
    page = page_of(request, opponents_of(person), OPPONENTS_PER_PAGE)
    favourites = favourites_among(person, page.object_list)
    return render(request, "web/people/opponents.html", {"page": page, "favourites": favourites})


@button("player", "name", list_page="opponents")
def favourite(request: HttpRequest, person: Person, name: str) -> str:
    """Mark a player as a favourite, or no longer."""
    other = get_object_or_404(Person, name=name)
    if request.POST.get("favourite") != "yes":
        service.remove_favourite(person=person, other=other)
        return _("%(name)s is no longer a favourite.") % {"name": name}
    service.add_favourite(person=person, other=other, now=now())
    return _("%(name)s is a favourite: you can invite them when you open a table.") % {"name": name}
