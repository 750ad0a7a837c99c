"""Error pages: 400, 403, 404, 429, 500 and 503."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template import loader
from django.utils import translation
from django.utils.cache import patch_vary_headers

from games.common.database_away import RETRY_AFTER
from games.people.models import Person
from games.web.parts.sign_in_page import sign_in_page

A_MINUTE: Final = 60
"""Seconds."""


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render(request, "400.html", status=400)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render(request, "403.html", {"reason": str(exception)}, status=403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404; at an address of a game or league anonymous users learn only where to sign in."""
    match = request.resolver_match
    code = match.kwargs.get("code", "") if match else ""
    may_be_private = code or (match and match.route.startswith("leagues/"))
    if may_be_private and not isinstance(getattr(request, "user", None), Person):
        address = request.get_full_path() if request.method in ("GET", "HEAD") else ""
        return sign_in_page(request, code, address=address, status=404)
    return render(request, "404.html", status=404)


def too_many_attempts(request: HttpRequest) -> HttpResponse:
    """The answer of allauth where one of its limits is reached; it does not say which."""
    response = render(request, "429.html", status=429)
    response.headers["Retry-After"] = str(A_MINUTE)
    return response


def server_error(request: HttpRequest) -> HttpResponse:
    # Without the request: whatever broke may break the person or the database query again.
    return HttpResponse(loader.render_to_string("500.html"), status=500)


def out_of_service(request: HttpRequest, *, readable: bool) -> HttpResponse:
    """The page while the database is away, or only ``readable``; it asks neither that nor the
    session."""
    language = translation.get_language_from_request(request)
    context = {
        "language": language,
        "readable": readable,
        "sent": request.method not in ("GET", "HEAD"),
        # No view has begun: nothing but the session was asked for.
        "undone": request.resolver_match is None,
    }
    with translation.override(language):
        page = loader.render_to_string("503.html", context)
    response = HttpResponse(page, status=503)
    response.headers["Retry-After"] = str(RETRY_AFTER)
    response.headers["Cache-Control"] = "no-store"
    response.headers["Content-Language"] = language
    patch_vary_headers(response, ["Cookie", "Accept-Language"])
    return response
