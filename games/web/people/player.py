"""The page of a player: ratings over time, reliability, pace and games."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from games.pace.selectors import paces_of
from games.people.models import Person
from games.people.names import LONGEST
from games.reliability.selectors import reliability_of
from games.web.parts.paces import pace_words
from games.web.people.player_games import finished_games, running_games
from games.web.people.ratings import rating_chart, rating_rows


def find_player(name: str) -> Person:
    """Gets the person of this name.

    :raises Http404: if there is none.
    """
    person = Person.objects.filter(name=name).first() if len(name) <= LONGEST else None
    if person is None:
        raise Http404
    return person


@require_safe
def player(request: HttpRequest, name: str) -> HttpResponse:
    person = find_player(name)
    return render(
        request,
        "web/people/player.html",
        {
            "person": person,
            "mine": request.user.pk == person.pk,
            "ratings": rating_rows(person),
            "chart": rating_chart(person),
            "conduct": reliability_of([person.pk])[person.pk],
            "pace": pace_words(paces_of([person.pk]).get(person.pk)),
            "running": running_games(person, request.user),
            "finished": finished_games(person, request.user),
            "report_url": reverse("report-player", args=[person.name]),
        },
    )
