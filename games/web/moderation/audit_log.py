"""The audit log of the site, for moderators."""

from __future__ import annotations

from typing import cast

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.moderation import audit
from games.moderation.roles import is_moderator
from games.people.models import Person
from games.web.moderation.history import decided

A_PAGE = 50


@require_safe
@login_required
def audit_log(request: HttpRequest) -> HttpResponse:
    if not is_moderator(request.user):
        raise PermissionDenied(_("Only a moderator of the site can see this."))
    person = cast(Person, request.user)
    page = Paginator(audit.visible_to(person, audit.everything()), A_PAGE).get_page(
        request.GET.get("page")
    )
    return render(
        request,
        "web/moderation/audit.html",
        {"history": decided(list(page.object_list)), "page": page},
    )
