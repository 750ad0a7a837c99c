"""Keeping a note to oneself about a game."""

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
from games.talk.notes import write_note
from games.web.play.sitting import sitting
from games.web.refusals import refusals_told


@login_required
@require_POST
def note(request: HttpRequest, code: str) -> HttpResponse:
    at = sitting(request, code)
    with refusals_told(request, keep={"note": "text"}):
        write_note(
            game=at.game,
            person=cast(Person, request.user),
            text=request.POST.get("text", ""),
            now=now(),
        )
        messages.success(request, _("Your note is kept."))
    return redirect(f"{reverse('game', args=[code])}#notes")
