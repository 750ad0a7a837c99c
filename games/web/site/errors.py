"""Error pages: 400, 403, 404, 429 and 500."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template import loader

A_MINUTE: Final = 60
"""Seconds."""


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render(request, "400.html", status=400)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render(request, "403.html", {"reason": str(exception)}, status=403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render(request, "404.html", status=404)


def too_many_attempts(request: HttpRequest) -> HttpResponse:
    """The answer of allauth where one of its limits is reached; it does not say which."""
    response = render(request, "429.html", status=429)
    response.headers["Retry-After"] = str(A_MINUTE)
    return response


def server_error(request: HttpRequest) -> HttpResponse:
    # Without the request: whatever broke may break the person or the database query again.
    return HttpResponse(loader.render_to_string("500.html"), status=500)
