"""The icon of the site with the number of games that wait, for the tab of a browser."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

MOST = 9
"""More than so many are shown as this many and a plus."""


@require_safe
@cache_control(public=True, max_age=60 * 60 * 24 * 30)
def icon(request: HttpRequest, count: int) -> HttpResponse:
    if not 1 <= count <= MOST + 1:
        raise Http404
    text = str(count) if count <= MOST else f"{MOST}+"
    return render(request, "web/icon.svg", {"text": text}, content_type="image/svg+xml")
