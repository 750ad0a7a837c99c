"""Talk at the table: read, say, remove, report; private notes."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.common.errors import Refused
from games.drawing.palette import seat_tints
from games.moderation.fair_play import line_choices
from games.moderation.reports import report_message as report_service
from games.people.models import Person
from games.talk.messages import messages_of, post_message, take_back_message, write_note
from games.web.parts.buttons import button
from games.web.parts.game_context import game_context_or_404
from games.web.parts.refusals import show_refusals
from games.web.play.presenters.game_page import page_header
from games.web.play.presenters.talk import talk_panel


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def talk(request: HttpRequest, code: str) -> HttpResponse:
    context = game_context_or_404(request, code)
    if not context.has_log:
        raise Http404
    error = typed = ""
    if request.method == "POST":
        if not isinstance(request.user, Person):
            return redirect(f"{reverse('account_login')}?next={reverse('talk', args=[code])}")
        typed = request.POST.get("text", "")
        try:
            post_message(game=context.game, person=request.user, text=typed, now=now())
        except Refused as refusal:
            error = str(refusal)
        else:
            return redirect(f"{reverse('game', args=[code])}#talk")
    tints = seat_tints(context.snapshot().view.teams)
    page = {
        **page_header(context),
        "talk": talk_panel(context, request.user, tints, whole=True, error=error, typed=typed),
    }
    return render(request, "web/play/talk.html", page, status=422 if error else 200)


@login_required
@require_POST
def remove_message(request: HttpRequest, code: str, pk: int) -> HttpResponse:
    context = game_context_or_404(request, code)
    message = get_object_or_404(messages_of(context.game), pk=pk)
    with show_refusals(request):
        take_back_message(message=message, person=cast(Person, request.user), now=now())
    return redirect(f"{reverse('game', args=[code])}#talk")


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def report_message(request: HttpRequest, code: str, pk: int) -> HttpResponse:
    context = game_context_or_404(request, code)
    message = get_object_or_404(messages_of(context.game), pk=pk)
    if request.method == "POST":
        with show_refusals(request, keep={"report": "text", "report_line": "line"}):
            report_service(
                message=message,
                reporter=cast(Person, request.user),
                text=request.POST.get("text", ""),
                line=request.POST.get("line", ""),
                now=now(),
            )
            messages.success(request, _("Thank you. A moderator will look at it."))
            return redirect(f"{reverse('game', args=[code])}#talk")
        return redirect("report-message", code, pk)
    page = {
        **page_header(context),
        "message": message,
        "lines": line_choices(),
        "removed": message.removed_at is not None or message.author is None,
    }
    return render(request, "web/play/report_message.html", page)


@button("game", "code", place="notes", keep={"note": "text"})
def note(request: HttpRequest, person: Person, code: str) -> str:
    game, text = game_context_or_404(request, code).game, request.POST.get("text", "")
    write_note(game=game, person=person, text=text, now=now())
    return _("Your notes are saved.")
