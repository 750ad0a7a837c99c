"""The site as an app in a browser: a cookie says that its service worker is active.

When nobody is signed in there any more, the response clears the worker and its data
(Clear-Site-Data).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from games.people.models import Person

APP_COOKIE: Final = "app"
KEPT: Final = 400 * 24 * 3600
"""Seconds; browsers keep no cookie for longer (RFC 6265bis)."""
CLEAR: Final = "Clear-Site-Data"


def remember_app(response: HttpResponse) -> None:
    """Note in the browser that the service worker is switched on."""
    response.set_cookie(
        APP_COOKIE,
        "1",
        max_age=KEPT,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )


def forget_app(response: HttpResponse) -> None:
    """Make the browser delete the service worker, its cache and its push subscription."""
    response.delete_cookie(APP_COOKIE, samesite="Lax")
    response.headers[CLEAR] = '"storage"'


class AppMiddleware:
    """End the app in a browser in which nobody is signed in (any more)."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if APP_COOKIE in request.COOKIES and not isinstance(request.user, Person):
            forget_app(response)
        return response
