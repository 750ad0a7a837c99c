"""Block a player, end a block, list the blocks of the reader."""

from __future__ import annotations

from typing import Final, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.people import blocks
from games.people.models import Person
from games.web.parts.pages import page_of
from games.web.parts.refusals import show_refusals
from games.web.players.views import player_or_404

BLOCKS_PER_PAGE: Final = 50


@login_required
@never_cache
@require_safe
def blocked_people(request: HttpRequest) -> HttpResponse:
    found = blocks.blocks_of(cast(Person, request.user))
    page = page_of(request, found, BLOCKS_PER_PAGE)
    return render(request, "web/players/blocked_people.html", {"page": page})


@login_required
@require_POST
def block(request: HttpRequest, name: str) -> HttpResponse:
    other = player_or_404(name)
    with show_refusals(request):
        blocks.block(person=cast(Person, request.user), other=other, now=now())
        messages.success(request, _("You have blocked %(name)s.") % {"name": other.name})
    return redirect("player", other.name)


@login_required
@require_POST
def unblock(request: HttpRequest, name: str) -> HttpResponse:
    other = player_or_404(name)
    blocks.unblock(person=cast(Person, request.user), other=other)
    messages.success(request, _("%(name)s is no longer blocked.") % {"name": other.name})
    if "list" in request.POST:
        return redirect("blocked-people")
    return redirect("player", other.name)
