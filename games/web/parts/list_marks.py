"""Whether the lists of games on a page have changed since the page was made."""

from __future__ import annotations

import hashlib

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.people.models import Person
from games.tables.selectors import games_not_over_of, open_tables_and_seats


def list_mark(request: HttpRequest, *, lobby: bool) -> str:
    """What differs once something has happened in a game of the reader or, for the ``lobby``, at a
    table that waits for players.
    """
    facts: list[object] = []
    if isinstance(request.user, Person):
        games = games_not_over_of(request.user).prefetch_related(None).order_by("pk")
        facts += games.values_list("code", "status", "version")
    if lobby:
        facts += open_tables_and_seats()
    return hashlib.sha256(repr(facts).encode()).hexdigest()[:16]


@require_safe
@cache_control(private=True, no_store=True)
def lists(request: HttpRequest) -> HttpResponse:
    """Answer 204 where the lists are still those of the mark ``known``, else 205."""
    known = request.GET.get("known", "")
    is_new = known != list_mark(request, lobby="lobby" in request.GET)
    return HttpResponse(status=205 if is_new else 204)
