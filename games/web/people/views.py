"""Lists for everybody: players, with a search, and public games to watch."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import lazy
from django.utils.http import urlencode
from django.utils.timezone import now
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from games.common.durations import count_days
from games.people.models import Person
from games.people.names import LONGEST
from games.players.follows.following import by_followers, follows_of
from games.players.selectors import (
    ACTIVE_DAYS,
    RELIABILITIES,
    PlayerSearch,
    by_rating,
    over_all_boards,
    reliability_of,
    search_players,
)
from games.tables.models import Game
from games.tables.selectors import games_to_watch
from games.web.parts.pages import page_of
from games.web.people.presenters import watched_games

PLAYERS_PER_PAGE: Final = 50


def _day_choices() -> list[tuple[Any, str]]:
    return [("", gettext("Any time")), *((days, count_days(days)) for days in ACTIVE_DAYS)]


class PlayerSearchForm(forms.Form):
    """Conditions of the players that are listed, in the address."""

    name = forms.CharField(label=_("Part of the name"), required=False, max_length=LONGEST)
    rating = forms.IntegerField(
        label=_("Rating, at least"), required=False, min_value=0, max_value=5000
    )
    active = forms.TypedChoiceField(
        label=_("Played within"),
        choices=lazy(_day_choices, list),
        required=False,
        coerce=int,
        empty_value=None,
    )
    reliability = forms.TypedChoiceField(
        label=_("Turns on time"),
        choices=[("", _("Any")), *((share, f"{share}%") for share in RELIABILITIES)],
        required=False,
        coerce=int,
        empty_value=None,
    )
    followed = forms.BooleanField(label=_("People I follow"), required=False)


@require_safe
def players(request: HttpRequest) -> HttpResponse:
    """List players by name, after the name ``after``: a page stays as it is when others sign up."""
    person = request.user if isinstance(request.user, Person) else None
    form = PlayerSearchForm(request.GET)
    if person is None:
        del form.fields["followed"]
    form.is_valid()
    asked = form.cleaned_data
    among = None
    if person is not None and asked.get("followed"):
        among = follows_of(person).order_by().values_list("followed", flat=True)
    found = search_players(
        PlayerSearch(
            name=asked.get("name", ""),
            rating=asked.get("rating"),
            active_days=asked.get("active"),
            reliability=asked.get("reliability"),
            among=among,
        ),
        now=now(),
    )
    after = request.GET.get("after", "")[:LONGEST]
    if after:
        found = found.filter(name__gt=after)
    people = list(found[: PLAYERS_PER_PAGE + 1])
    shown = people[:PLAYERS_PER_PAGE]
    ids = [one.pk for one in shown]
    ratings, reliability = over_all_boards(ids), reliability_of(ids)
    kept = {name: request.GET[name] for name in form.fields if request.GET.get(name)}
    later = {**kept, "after": shown[-1].name} if len(people) > len(shown) else None
    page = {
        "form": form,
        "lines": [(one, ratings.get(one.pk), reliability[one.pk]) for one in shown],
        "searching": bool(kept),
        "first_url": f"?{urlencode(kept)}" if after else "",
        "later_url": f"?{urlencode(later)}" if later else "",
    }
    return render(request, "web/people/players.html", page)


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
    orders = {"": gettext("Newest"), "followed": gettext("Most followed")}
    orders["rated"] = gettext("Highest rated")
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
