"""Public games under way, for everybody to watch."""

from __future__ import annotations

from typing import Final

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.people.models import Person
from games.players.follows.following import by_followers
from games.players.selectors import by_rating
from games.tables.models import Game
from games.tables.selectors import games_to_watch
from games.web.parts.pages import page_of
from games.web.people.presenters import watched_games

GAMES_PER_PAGE: Final = 12


def _sorted(order: str) -> QuerySet[Game]:
    games = games_to_watch()
    if order == "followed":
        return by_followers(games)
    if order == "rated":
        return by_rating(games)
    return games.order_by("-started_at", "-pk")


@require_safe
def watch(request: HttpRequest) -> HttpResponse:
    order = request.GET.get("order", "")
    orders = {"": _("Newest"), "followed": _("Most followed"), "rated": _("Highest rated")}
    order = order if order in orders else ""
    page = page_of(request, _sorted(order), GAMES_PER_PAGE)
    reader = request.user if isinstance(request.user, Person) else None
    return render(
        request,
        "web/people/watch.html",
        {
            "games": watched_games(page.object_list, reader, now()),
            "orders": orders.items(),
            "order": order,
            "page": page,
            "page_query": f"order={order}&" if order else "",
        },
    )
