"""Pair me: wish for a table, see what one waits for, cancel it."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.lobby.pairing.models import Wish
from games.lobby.pairing.wishes import wish_for_table, withdraw_wish
from games.people.models import Person
from games.web.lobby.pairing import PairForm, board_meanwhile, pair_me, with_others
from games.web.parts.buttons import button
from games.web.parts.list_marks import list_mark
from games.web.parts.refusals import show_refusals


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def pairing(request: HttpRequest) -> HttpResponse:
    """Show the wishes of a person, and make or renew one."""
    person = cast(Person, request.user)
    page = pair_me(person)
    if request.method == "POST":
        page["form"] = form = PairForm(request.POST)
        if form.is_valid():
            with show_refusals(request, form):
                wish_for_table(person=person, **form.cleaned_data, now=now())
                messages.success(
                    request,
                    _("You are waiting for a table. You will get an email when it starts."),
                )
                return redirect("pairing")
    waiting = [with_others(wish, words) for wish, words in page["waiting"]]
    context = {
        "list_mark": list_mark(request, lobby=False),
        "pairing": page,
        "waiting": waiting,
        "board": board_meanwhile(waiting[0]["wish"]) if waiting else None,
    }
    status = 422 if request.method == "POST" else 200
    return render(request, "web/lobby/waiting.html", context, status=status)


@button("pairing")
def cancel_wish(request: HttpRequest, person: Person, pk: int) -> str:
    withdraw_wish(wish=get_object_or_404(Wish, pk=pk, person=person), person=person, now=now())
    return _("You are no longer waiting for this table.")
