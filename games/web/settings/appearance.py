"""The two switches at the foot of every page: language and colours."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import check_for_language
from django.views.decorators.http import require_POST

from games.people.context import THEME_COOKIE
from games.people.models import Person, Theme
from games.people.services import choose_language as store_language
from games.people.services import choose_theme as store_theme

YEAR = 60 * 60 * 24 * 365


@require_POST
def choose_language(request: HttpRequest) -> HttpResponse:
    """Keeps the language with the person, or in a cookie for a stranger."""
    language = request.POST.get("language", "")
    response = _back(request)
    if language in dict(settings.LANGUAGES) and check_for_language(language):
        if isinstance(request.user, Person):
            store_language(person=request.user, language=language)
        _remember(response, settings.LANGUAGE_COOKIE_NAME, language)
    return response


@require_POST
def choose_theme(request: HttpRequest) -> HttpResponse:
    """Keeps light, dark or auto with the person, or in a cookie for a stranger."""
    theme = request.POST.get("theme", "")
    response = _back(request)
    if theme in Theme.values:
        if isinstance(request.user, Person):
            store_theme(person=request.user, theme=theme)
        _remember(response, THEME_COOKIE, theme)
    return response


def _back(request: HttpRequest) -> HttpResponse:
    address = request.POST.get("next", "")
    # An absolute path alone: redirect() would look a word such as "foo" up among the views.
    if address.startswith("/") and url_has_allowed_host_and_scheme(
        address, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    ):
        return HttpResponseRedirect(address)
    return redirect("home")


def _remember(response: HttpResponse, name: str, value: str) -> None:
    response.set_cookie(
        name,
        value,
        max_age=YEAR,
        httponly=True,
        samesite="Lax",
        secure=settings.LANGUAGE_COOKIE_SECURE,
    )
