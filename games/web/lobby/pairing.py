"""Pair me: the form on pages, and the page of what somebody waits for."""

from __future__ import annotations

from typing import Any, Final, cast

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.forms.models import model_to_dict
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.functional import lazy
from django.utils.timezone import now
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

import engine
from games.clock.core.terms import describe_terms
from games.common.durations import describe_duration
from games.language.boards import board_name
from games.lobby.pairing.models import Wish
from games.lobby.pairing.paces import PACES
from games.lobby.pairing.wishes import (
    others_waiting,
    usual_wait,
    wish_for_table,
    wishes_of,
    withdraw_wish,
)
from games.people.models import Person
from games.web.lobby.forms import board_choices, seat_choices
from games.web.parts.buttons import button
from games.web.parts.list_marks import list_mark
from games.web.parts.refusals import show_refusals

FIRST_CHOICE: Final = {"board": "", "seats": 3, "pace": "3-days", "rated": True}


def any_or_board_choices() -> list[tuple[str, str]]:
    return [("", gettext("Any board")), *board_choices()]


def pace_choices() -> list[tuple[str, str]]:
    return [(key, describe_terms(pace.terms)) for key, pace in PACES.items()]


class PairForm(forms.Form):
    """What somebody would like to play with others who want the same."""

    board = forms.ChoiceField(
        label=_("Board"), choices=lazy(any_or_board_choices, list), required=False
    )
    seats = forms.TypedChoiceField(label=_("Players"), choices=lazy(seat_choices, list), coerce=int)
    pace = forms.ChoiceField(label=_("Time for each turn"), choices=lazy(pace_choices, list))
    rated = forms.BooleanField(label=_("Rated"), required=False)


def pair_me(person: Person) -> dict[str, Any]:
    """The form, filled in as last time, and the wishes: web/lobby/pair_me.html shows them."""
    rows = wishes_of(person)
    last = max(rows, key=lambda wish: wish.made_at, default=None)
    return {
        "form": PairForm(initial=FIRST_CHOICE if last is None else model_to_dict(last)),
        "waiting": [(wish, _in_words(wish)) for wish in rows if wish.ended_at is None],
        "ended": [(wish, _in_words(wish)) for wish in rows if wish.ended_at is not None],
    }


def _in_words(wish: Wish) -> str:
    """What a wish is for; of a board or a pace that is gone, the key."""
    known = wish.board in engine.board_names()
    parts = [
        board_name(engine.load_board(wish.board)) if known else wish.board or gettext("Any board"),
        ngettext("%(count)d player", "%(count)d players", wish.seats) % {"count": wish.seats},
        describe_terms(PACES[wish.pace].terms) if wish.pace in PACES else wish.pace,
    ]
    return " · ".join(parts if wish.rated else [*parts, gettext("not rated")])


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def pairing(request: HttpRequest) -> HttpResponse:
    """Show the wishes of a person, and make or renew one."""
    person, moment = cast(Person, request.user), now()
    page = pair_me(person)
    if request.method == "POST":
        page["form"] = form = PairForm(request.POST)
        if form.is_valid():
            with show_refusals(request, form):
                wish_for_table(person=person, **form.cleaned_data, now=moment)
                text = gettext("You are waiting for a table. You will get an email when it starts.")
                messages.success(request, text)
                return redirect("pairing")
    waiting = []
    for wish, words in page["waiting"]:
        usual, others = usual_wait(wish, now=moment), others_waiting(wish, now=moment)
        span = "" if usual is None else describe_duration(usual)
        waiting.append({"wish": wish, "words": words, "usual": span, "others": others})
    any_board = engine.board_names()[0]
    context = {
        "list_mark": list_mark(request, lobby=False),
        "pairing": page,
        "waiting": waiting,
        "practice": next((one.board for one, _words in page["waiting"] if one.board), any_board),
    }
    status = 422 if request.method == "POST" else 200
    return render(request, "web/lobby/waiting.html", context, status=status)


@button("pairing")
def cancel_wish(request: HttpRequest, person: Person, pk: int) -> str:
    wish = get_object_or_404(Wish, pk=pk, person=person)
    withdraw_wish(wish=wish, person=person, now=now())
    return gettext("You are no longer waiting for this table.")
