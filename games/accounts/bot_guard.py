"""Middleware: on pages a bot account manages its own account and never plays (decision 141)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse

from games.accounts.middleware import SAFE, is_for_programs
from games.people.bot_accounts import only_by_api
from games.people.models import Person

OWN_AFFAIRS: Final = ("/accounts/", "/settings/", "/appeal/", "/unsubscribe/")
"""The pages where a bot account may change something: none of play or of other people."""
NAMES: Final = frozenset({"block-player", "unblock-player", "pulse", "seen"})
"""Allowed elsewhere: blocking people, and reporting that somebody looks at a game page."""


class BotAccountMiddleware:
    """Refuse every change by a bot account on a page that is not on the list."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> None:
        if request.method in SAFE or is_for_programs(request):
            return
        person = request.user
        if not isinstance(person, Person) or not person.is_bot_account:
            return
        match = request.resolver_match
        if match is not None and match.url_name in NAMES:
            return
        if not request.path_info.startswith(OWN_AFFAIRS):
            raise PermissionDenied(only_by_api())
