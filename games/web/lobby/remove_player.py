"""Freeing a seat of another, by the organiser, before the game begins."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games import lobby
from games.people.models import Person
from games.tables.selectors import game_for
from games.web.refusals import refusals_told


@login_required
@require_POST
def remove_player(request: HttpRequest, code: str) -> HttpResponse:
    person = cast(Person, request.user)
    game = game_for(code, person)
    if game is None:
        raise Http404
    seat = request.POST.get("seat", "")
    number = int(seat) if seat.isdecimal() and len(seat) < 3 else -1
    with refusals_told(request):
        lobby.remove_player(game=game, organiser=person, seat=number, now=now())
        messages.success(
            request,
            _(
                "The seat is free again. The old invitation link no longer works: send the new one"
                " to those you still want to invite."
            ),
        )
    return redirect("lobby")
