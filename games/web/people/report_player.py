"""Reporting a player: a name, or how somebody behaves."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.errors import Refused
from games.moderation.report import report
from games.people.models import Person
from games.web.moderation.forms import ReportForm
from games.web.people.player import find_player


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def report_player(request: HttpRequest, name: str) -> HttpResponse:
    person = find_player(name)
    form = ReportForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            report(
                reporter=cast(Person, request.user),
                kind=form.cleaned_data["kind"],
                subject=person,
                text=form.cleaned_data["text"],
                quote=person.name,
                now=now(),
            )
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, _("Thank you. A moderator will look at it."))
            return redirect("player", person.name)
    status = 422 if request.method == "POST" else 200
    return render(
        request, "web/people/report.html", {"form": form, "person": person}, status=status
    )
