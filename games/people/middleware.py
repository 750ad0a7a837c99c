"""Shows every page in the language and the time zone of its reader, and keeps changes whole."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.cache import patch_vary_headers

from games.people.models import Person

ACCOUNTS: Final = "/accounts/"
# They store nothing but a session, and take their time over a password: SQLite has one writer.
SIGNING_IN: Final = ("account_login", "account_reauthenticate")
SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})


class PersonalMiddleware:
    """Takes both from the person; a stranger has the language of the browser or of the switch."""

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
    """Makes what a page of django-allauth changes, and the mails about it, one transaction."""

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
