"""Asking another player to move."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.notices.nudging import nudge as nudge_seat
from games.web.play.sitting import sitting
from games.web.refusals import refusals_told


@login_required
@require_POST
def nudge(request: HttpRequest, code: str) -> HttpResponse:
    at = sitting(request, code)
    number = request.POST.get("seat", "")
    if at.seat is None or not number.isdecimal() or len(number) > 2:
        raise Http404
    with refusals_told(request):
        nudge_seat(game=at.game, by=at.seat, number=int(number), now=now())
        name = at.names[int(number)]
        messages.success(request, _("%(name)s is told that you wait.") % {"name": name})
    return redirect("game", code)
