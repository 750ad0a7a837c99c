"""Taking moves back: first a page that shows what that means, then the deed."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

import engine
from games.moderation.take_back import take_back
from games.people.models import Person
from games.tables.models import GameStatus
from games.tables.naming import seat_names
from games.web.moderation.carrying_out import carried_out
from games.web.moderation.direct import directed
from games.web.moderation.forms import ReasonForm
from games.web.moderation.moments import moments_of, what_changes, what_goes
from games.web.parts.words import route_name


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def take_back_page(request: HttpRequest, code: str) -> HttpResponse:
    game = directed(request, code)
    if game.status != GameStatus.RUNNING:
        raise Http404
    to = request.POST.get("to") or request.GET.get("to", "")
    moments = dict(moments_of(game))
    if to not in moments:
        messages.error(request, _("The game cannot go back there. Choose a moment of the list."))
        return redirect("direct", code)
    form = ReasonForm(request.POST if request.method == "POST" else None)
    if (
        request.method == "POST"
        and form.is_valid()
        and carried_out(
            request,
            lambda: take_back(
                actor=cast(Person, request.user),
                game=game,
                to=int(to),
                reason=form.cleaned_data["reason"],
                now=now(),
            ),
            _("The moves are taken back, and all players hear of it."),
            form=form,
        )
    ):
        return redirect("direct", code)
    changed = what_changes(game, int(to))
    board = engine.load_board(game.board)
    names = seat_names(game)
    page = {
        "game": game,
        "board_name": board.name,
        "moment": moments[to],
        "to": to,
        "form": form,
        "goes": what_goes(game, int(to)),
        "changes": [(names[change.seat], change) for change in changed.changes],
        "routes": [route_name(board, board.tracks[track]) for track in changed.back],
    }
    status = 422 if request.method == "POST" else 200
    return render(request, "web/moderation/take_back.html", page, status=status)
