"""One message of a table: its author removes it, anybody else reports it."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.moderation.report_message import report_message as report_service
from games.people.models import Person
from games.talk.models import Message
from games.talk.remove import take_back_message
from games.web.play.game_page import addresses
from games.web.play.sitting import sitting
from games.web.refusals import refusals_told


@login_required
@require_POST
def remove_message(request: HttpRequest, code: str, pk: int) -> HttpResponse:
    at = sitting(request, code)
    message = get_object_or_404(Message, pk=pk, game=at.game)
    with refusals_told(request):
        take_back_message(message=message, person=cast(Person, request.user), now=now())
    return redirect(f"{reverse('game', args=[code])}#talk")


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def report_message(request: HttpRequest, code: str, pk: int) -> HttpResponse:
    at = sitting(request, code)
    message = get_object_or_404(Message.objects.select_related("author"), pk=pk, game=at.game)
    if request.method == "POST":
        with refusals_told(request, keep={"report": "text"}):
            report_service(
                message=message,
                reporter=cast(Person, request.user),
                text=request.POST.get("text", ""),
                now=now(),
            )
            messages.success(request, _("Thank you. The people who keep the site will look at it."))
            return redirect(f"{reverse('game', args=[code])}#talk")
        return redirect("report-message", code, pk)
    page = {
        **addresses(code),
        "game": at.game,
        "board_name": at.board.name,
        "message": message,
        "removed": message.removed_at is not None or message.author is None,
    }
    return render(request, "web/play/report_message.html", page)
