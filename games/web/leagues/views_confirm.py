"""Confirm before a draw: the button of the site, and the page behind the link in a mail."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.timezone import now
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from games.common.errors import Refused
from games.leagues.mail_addresses import find_by_page
from games.leagues.naming import full_name
from games.leagues.season.confirmation import confirm, entry_to_confirm, what_confirming_did
from games.people.models import Person
from games.web.leagues.lookup import find_season
from games.web.parts.buttons import button

TEMPLATE = "web/leagues/confirm.html"


@button("season", "slug", "number", list_page="home")
def confirm_view(request: HttpRequest, person: Person, slug: str, number: int) -> str:
    season, at = find_season(request, slug, number), now()
    return what_confirming_did(confirm(season=season, person=person, now=at), at)


# The link is the whole authority, and nothing depends on who is signed in: there is no request that
# another site could forge.
@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def confirm_by_link(request: HttpRequest, token: str) -> HttpResponse:
    """Confirm by the link of a mail: the page asks, its button confirms."""
    found = find_by_page(token)
    if found is None:
        return render(request, TEMPLATE, {"broken": True}, status=404)
    season, person = found
    page: dict[str, Any] = {"season": season, "name": full_name(season), "person": person}
    at, act = now(), confirm if request.method == "POST" else entry_to_confirm
    try:
        entry = act(season=season, person=person, now=at)
    except Refused as refusal:
        return render(request, TEMPLATE, {**page, "why_not": str(refusal)}, status=409)
    if entry.confirmed_at is not None:
        page["done"] = what_confirming_did(entry, at)
    return render(request, TEMPLATE, page)
