"""Carrying out what is decided in a game; nothing but a POST does."""

from __future__ import annotations

from typing import cast

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.moderation.models import AuditEntry
from games.moderation.undo import undo
from games.people.models import Person
from games.web.moderation.actions import action_in
from games.web.moderation.carrying_out import carried_out
from games.web.moderation.direct import direct_page, directed


@require_POST
@login_required
def direct_act(request: HttpRequest, code: str, key: str) -> HttpResponse:
    game = directed(request, code)
    person = cast(Person, request.user)
    action = action_in(game, person, key, request.POST)
    if action is None or (run := action.run) is None:
        raise Http404
    form = action.form
    if form.is_valid() and carried_out(
        request,
        lambda: run(person, game, form, now()),
        _("Done. It is in the audit log, and those concerned hear."),
        form=form,
    ):
        return redirect("direct", code)
    page = direct_page(request, game, failed=action)
    return render(request, "web/moderation/direct.html", page, status=422)


@require_POST
@login_required
def direct_undo(request: HttpRequest, code: str, pk: int) -> HttpResponse:
    game = directed(request, code)
    entry = AuditEntry.objects.filter(pk=pk, game=game).first()
    if entry is None:
        raise Http404
    carried_out(
        request,
        lambda: undo(
            actor=cast(Person, request.user),
            entry=entry,
            reason=request.POST.get("reason", ""),
            now=now(),
        ),
        _("It is undone, and both stay in the audit log."),
    )
    return redirect("direct", code)
