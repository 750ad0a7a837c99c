"""Withdrawing a move that is held."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.people.models import Person
from games.play.hold import withdraw_held as withdraw_service
from games.web.play.sitting import sitting
from games.web.refusals import refusals_told


@login_required
@require_POST
def withdraw_held(request: HttpRequest, code: str) -> HttpResponse:
    at = sitting(request, code)
    if at.seat is None:
        return redirect("game", code)
    person = cast(Person, request.user)
    with refusals_told(request):
        withdraw_service(game=at.game, seat=at.seat.number, person=person, now=now())
        messages.success(request, _("Your move is withdrawn: choose anew."))
    return redirect(f"{reverse('game', args=[code])}#your-move")
