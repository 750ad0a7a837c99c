"""Notes once a day at which device, and in which network, somebody does something."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Final

from allauth.account.adapter import get_adapter
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError, transaction
from django.http import HttpRequest, HttpResponse
from django.utils.timezone import now

from games.accounts.devices import device_at
from games.people.models import Person
from games.people.traces import note_traces

TRACED: Final = "traced"
logger = logging.getLogger(__name__)


class TracingMiddleware:
    """Notes it when a person posts something, signing in among it: looking leaves no trace."""

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
