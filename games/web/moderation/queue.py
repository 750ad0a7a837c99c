"""The first page of those in office: the reports that wait, and what was done of late."""

from __future__ import annotations

from typing import cast

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.moderation import audit
from games.moderation.appeal import appeals_for
from games.moderation.models import ReportStatus
from games.moderation.report import reports_for
from games.moderation.roles import has_office, is_moderator
from games.people.models import Person
from games.web.moderation.history import decided

LATEST = 10


def in_office(request: HttpRequest) -> Person:
    """Gets the person of a request who holds an office.

    :raises PermissionDenied: if the person holds none.
    """
    if not has_office(request.user):
        raise PermissionDenied(_("This page is for moderators of the site and for directors."))
    return cast(Person, request.user)


@require_safe
@login_required
def queue(request: HttpRequest) -> HttpResponse:
    person = in_office(request)
    reports = reports_for(person).filter(status=ReportStatus.OPEN).order_by("at", "pk")
    moderates = is_moderator(person)
    latest = audit.visible_to(person, audit.everything())[:LATEST] if moderates else []
    return render(
        request,
        "web/moderation/queue.html",
        {
            "reports": reports,
            "appeals": appeals_for(person),
            "leagues": person.directed_leagues.all(),
            "moderates": moderates,
            "latest": decided(list(latest)),
        },
    )
