"""Block a player, end a block, list the blocks of the reader."""

from __future__ import annotations

from typing import Final, cast

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.people import blocks
from games.people.models import Person
from games.web.parts.buttons import button
from games.web.parts.pages import page_of

BLOCKS_PER_PAGE: Final = 50


@login_required
@never_cache
@require_safe
def blocked_people(request: HttpRequest) -> HttpResponse:
    found = blocks.blocks_of(cast(Person, request.user))
    page = page_of(request, found, BLOCKS_PER_PAGE)
    return render(request, "web/players/blocked_people.html", {"page": page})


@button("player", "name")
def block(request: HttpRequest, person: Person, name: str) -> str:
    blocks.block(person=person, other=get_object_or_404(Person, name=name), now=now())
    return _("You have blocked %(name)s.") % {"name": name}


@button("player", "name", list_page="blocked-people")
def unblock(request: HttpRequest, person: Person, name: str) -> str:
    blocks.unblock(person=person, other=get_object_or_404(Person, name=name))
    return _("%(name)s is no longer blocked.") % {"name": name}
