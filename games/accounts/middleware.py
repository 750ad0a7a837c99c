"""Middleware: language and zone of the reader, device traces, one transaction for each change of
an account.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Final

from allauth.account.adapter import get_adapter
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError, transaction
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.cache import patch_vary_headers
from django.utils.timezone import now

from games.accounts.devices import device_at
from games.people.models import Person
from games.people.traces import note_traces

logger = logging.getLogger(__name__)


ACCOUNTS: Final = "/accounts/"
# They store nothing but a session, and take their time over a password: SQLite has one writer.
SIGNING_IN: Final = ("account_login", "account_reauthenticate")
SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})


class PersonalMiddleware:
    """Language and zone of the person; a stranger has the language of the browser or the switch."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        person = request.user
        if isinstance(person, Person):
            language = person.language
            zone = person.zone
        else:
            language = translation.get_language_from_request(request)
            zone = None
        with translation.override(language), timezone.override(zone):
            request.LANGUAGE_CODE = language
            response = self.get_response(request)
        response.headers.setdefault("Content-Language", language)
        patch_vary_headers(response, ["Cookie", "Accept-Language"])
        return response


class AccountTransactionMiddleware:
    """One transaction for what a page of django-allauth changes, and the mails about it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method in SAFE or not request.path_info.startswith(ACCOUNTS):
            return self.get_response(request)
        if request.path_info in map(reverse, SIGNING_IN):
            return self.get_response(request)
        with transaction.atomic():
            response = self.get_response(request)
            # Here an error is a response already.
            if response.status_code >= 500:
                transaction.set_rollback(True)
        return response


TRACED: Final = "traced"


class TracingMiddleware:
    """A trace of each person who posts something or signs in; looking leaves none."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if request.method == "POST" and isinstance(request.user, Person):
            try:
                self._note(request, response, request.user)
            except DatabaseError:
                # What was asked for is done; a hint that is missing must not make an error of it.
                logger.exception("A trace was not written.")
        return response

    def _note(self, request: HttpRequest, response: HttpResponse, person: Person) -> None:
        moment = now()
        device = device_at(request, response)
        today = f"{moment:%Y-%m-%d} {device}"
        if request.session.get(TRACED) == today:
            return
        with transaction.atomic():
            note_traces(person=person, device=device, address=_address(request), now=moment)
        request.session[TRACED] = today


def _address(request: HttpRequest) -> str:
    try:
        return str(get_adapter().get_client_ip(request))
    except PermissionDenied:
        return ""
