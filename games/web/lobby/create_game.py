"""Opening a table."""

from __future__ import annotations

from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

import engine
from games.errors import Refused
from games.lobby import create_game as make_game
from games.people.models import Person
from games.tables.models import GameStatus
from games.web.lobby.forms import CreateGameForm

FIRST = {
    "board": "japan",
    "seats": 3,
    "bots": 0,
    "bot": "planner",
    "days_per_turn": 3,
    "bank": "none",
    "vacation_allowed": True,
    "auto_vacation_days": 7,
    "replace_after": 3,
    "public": "yes",
    "teams": "chance",
    "rated": True,
}


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def create_game(request: HttpRequest) -> HttpResponse:
    form = CreateGameForm(request.POST if request.method == "POST" else None, initial=FIRST)
    if request.method != "POST":
        return render(request, "web/lobby/create_game.html", {"form": form})
    if form.is_valid():
        wanted = form.cleaned_data
        try:
            game = make_game(
                organiser=cast(Person, request.user),
                board=wanted["board"],
                seats=wanted["seats"],
                bots=[wanted["bot"]] * wanted["bots"],
                **form.terms.as_data(),
                present=True,
                **form.policy,
                public=bool(wanted["public"]),
                order_fixed=wanted["order_fixed"],
                teams_chosen=_chooses_teams(wanted),
                bot_partner=wanted["bot_partner"],
                rated=wanted["rated"],
                least_reliability=wanted["least_reliability"],
                contribution=wanted["contribution"],
                now=now(),
            )
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            if game.status == GameStatus.RUNNING:
                return redirect("game", game.code)
            messages.success(request, _("Your table is open. It waits for players."))
            return redirect("lobby")
    return render(request, "web/lobby/create_game.html", {"form": form}, status=422)


def _chooses_teams(wanted: dict[str, Any]) -> bool:
    """Whether the players choose their teams; on a board without teams there is no question."""
    return engine.load_board(wanted["board"]).teams is not None and wanted["teams"] == "chosen"
