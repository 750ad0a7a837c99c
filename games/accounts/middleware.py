"""Middleware: the reader's language and zone, device traces, the installed app, one transaction for
each account change, and no play by bot accounts on pages (decision 141).
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from django.conf import settings
from django.contrib.auth.middleware import get_user
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError, transaction
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.deprecation import MiddlewareMixin
from django.utils.timezone import now
from django.utils.translation import get_supported_language_variant
from django.utils.translation.trans_real import parse_accept_lang_header

from games.accounts.devices import (
    client_address,
    device_at,
    is_sign_in_noted,
    keep_cookie,
    note_this_sign_in,
)
from games.people.bot_accounts import only_by_api
from games.people.models import Person
from games.people.traces import note_traces

logger = logging.getLogger(__name__)


ACCOUNTS: Final = "/accounts/"
PROGRAMS: Final = "/api/v1/"
# They store only a session, and hash a password meanwhile: SQLite has one writer.
SIGNING_IN: Final = ("account_login", "account_reauthenticate")
SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})


def is_for_programs(request: HttpRequest) -> bool:
    """Whether a request goes to the API, which ignores cookies."""
    return request.path_info.startswith(PROGRAMS)


def language_of_program(request: HttpRequest) -> str:
    """Return the language that a program asks for; cookies are ignored."""
    for name, _weight in parse_accept_lang_header(request.headers.get("Accept-Language", "")):
        with suppress(LookupError):
            return get_supported_language_variant(name)
    return str(settings.LANGUAGE_CODE)


class PersonalMiddleware:
    """Activate the person's language and zone; for anonymous users those of the browser."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        person = None
        if not is_for_programs(request):
            # Every page needs the user. Without its lazy wrapper, which the game page would call
            # some fifty times.
            person = request.user = get_user(request)
        if isinstance(person, Person):
            language = person.language
            zone = person.zone
        else:
            language = (
                language_of_program(request)
                if is_for_programs(request)
                else translation.get_language_from_request(request)
            )
            zone = None
        with translation.override(language), timezone.override(zone):
            request.LANGUAGE_CODE = language
            response = self.get_response(request)
        response.headers.setdefault("Content-Language", language)
        if not is_for_programs(request):
            patch_vary_headers(response, ["Cookie", "Accept-Language"])
            if isinstance(request.user, Person):
                _keep_private(response)
        return response


def _keep_private(response: HttpResponse) -> None:
    """Keep shared caches from storing a person's page, unless it is the same for everybody."""
    said = response.headers.get("Cache-Control", "")
    if "no-store" not in said and "public" not in said:
        patch_cache_control(response, private=True)


class AccountTransactionMiddleware:
    """Wrap changes by a page of django-allauth, and their mails, in one transaction."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method in SAFE or not request.path_info.startswith(ACCOUNTS):
            return self.get_response(request)
        if request.path_info in map(reverse, SIGNING_IN):
            return self.get_response(request)
        with transaction.atomic():
            response = self.get_response(request)
            # Errors have become responses already.
            if response.status_code >= 500:
                transaction.set_rollback(True)
        return response


TRACED: Final = "traced"


class TracingMiddleware(MiddlewareMixin):
    """Record a trace and the browser of each person who posts or signs in.

    GET requests leave none.
    """

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        if is_for_programs(request):
            return response
        # After a failure the database may be down, and another query would wait for it again.
        well = response.status_code < 500
        if well and request.method == "POST" and isinstance(request.user, Person):
            try:
                self._note(request, response, request.user)
                # Once an hour, and when the session key or the password has changed.
                if not is_sign_in_noted(request, request.user, now()):
                    note_this_sign_in(request, request.user, now())
            except DatabaseError:
                # The request has succeeded; a missing trace must not turn it into an error.
                logger.exception("A trace was not written.")
        return response

    def _note(self, request: HttpRequest, response: HttpResponse, person: Person) -> None:
        moment = now()
        device = device_at(request, response)
        today = f"{moment:%Y-%m-%d} {device}"
        if request.session.get(TRACED) == today:
            return
        with transaction.atomic():
            note_traces(person=person, device=device, address=client_address(request), now=moment)
        request.session[TRACED] = today


APP_COOKIE: Final = "app"
CLEAR: Final = "Clear-Site-Data"


def remember_app(response: HttpResponse) -> None:
    """Note in the browser that the service worker is switched on."""
    keep_cookie(response, APP_COOKIE, "1")


def forget_app(response: HttpResponse) -> None:
    """Make the browser delete the service worker, its cache and its push subscription."""
    response.delete_cookie(APP_COOKIE, samesite="Lax")
    response.headers[CLEAR] = '"storage"'


class AppMiddleware(MiddlewareMixin):
    """End the app in a browser in which nobody is signed in (any more)."""

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        if APP_COOKIE in request.COOKIES and not isinstance(request.user, Person):
            forget_app(response)
        return response


OWN_AFFAIRS: Final = ("/accounts/", "/settings/", "/appeal/", "/unsubscribe/")
"""The pages where a bot account may change something: none of play or of other people."""
NAMES: Final = frozenset({"block-player", "unblock-player", "pulse", "seen"})
"""Allowed elsewhere: blocking people, and reporting that somebody looks at a game page."""


class BotAccountMiddleware(MiddlewareMixin):
    """Refuse every change by a bot account on a page that is not on the list."""

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
