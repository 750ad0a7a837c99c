"""Giving a seat back before the game begins."""

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
def leave_game(request: HttpRequest, code: str) -> HttpResponse:
    person = cast(Person, request.user)
    game = game_for(code, person)
    if game is None:
        raise Http404
    with refusals_told(request):
        lobby.leave_game(game=game, person=person, now=now())
        messages.success(request, _("You have left the table."))
    return redirect("lobby")
