"""Context processor: site name and colour theme for every template."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest

from games.people.models import Person, Theme

THEME_COOKIE = "theme"


def theme_of(request: HttpRequest) -> str:
    """Return "auto", "light" or "dark": the person's choice, or an anonymous user's cookie."""
    person = getattr(request, "user", None)
    if isinstance(person, Person):
        return person.theme
    stored = request.COOKIES.get(THEME_COOKIE, "")
    return stored if stored in Theme.values else Theme.AUTO


def appearance(request: HttpRequest) -> dict[str, Any]:
    """The names that base.html uses."""
    return {
        "site_name": settings.SITE_NAME,
        "development": not settings.PRODUCTION,
        "theme": theme_of(request),
        "themes": Theme.choices,
    }
