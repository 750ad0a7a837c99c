"""The token of a request, the scopes it needs, and how many requests it may make."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from django.db import transaction
from django.utils.timezone import now
from django.utils.translation import gettext as _
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle

from games.accounts.devices import client_address
from games.accounts.models import ApiToken, Scope
from games.accounts.tokens import find_token, note_use
from games.api.problems import ApiProblem
from games.common.rates import SHARE_OF_SITE, network_name, site_name
from games.people.models import Person
from games.people.traces import note_traces

READING: Final = frozenset({"GET", "HEAD"})


class TokenAuthentication(BaseAuthentication):
    """``Authorization: Bearer nm_…`` (RFC 6750). Cookies are not looked at."""

    def authenticate(self, request: Request) -> tuple[Person, ApiToken] | None:
        header = request.headers.get("Authorization", "")
        if not header:
            return None
        kind, _space, text = header.partition(" ")
        moment = now()
        token = find_token(text.strip(), now=moment) if kind.lower() == "bearer" else None
        if token is None:
            raise AuthenticationFailed
        with transaction.atomic():
            if note_use(token=token, now=moment):
                # What a browser leaves by its cookie and its network, a program does by the latter.
                note_traces(
                    person=token.person,
                    device="",
                    address=client_address(request._request),
                    now=moment,
                )
        return token.person, token

    def authenticate_header(self, request: Request) -> str:
        return 'Bearer realm="Night Mail"'


class HasScope(BasePermission):
    """Lets a request in whose token has the scope that the method of the view needs.

    A view names it in ``scopes``; None is good for every token, and methods in ``public`` need
    no token.
    """

    def has_permission(self, request: Request, view: Any) -> bool:
        method = "GET" if request.method == "HEAD" else str(request.method)
        scopes: Mapping[str, Scope | None] = view.scopes
        if method not in scopes:
            # There is no such method; the view says so.
            return True
        if request.auth is None:
            return method in view.public
        scope = scopes[method]
        if scope is not None and scope not in request.auth.scopes:
            raise ApiProblem(
                "missing-scope",
                403,
                _("The token lacks the scope %(scope)s.") % {"scope": scope.value},
                scope=scope.value,
            )
        return True


class RequestLimit(SimpleRateThrottle):
    """Requests a minute of a token, or of a network without one; reading and writing apart."""

    PER_MINUTE: ClassVar[Mapping[str, int]] = {
        "token-read": 300,
        "token-write": 60,
        "network-read": 120,
        "network-write": 30,
    }

    times = 1

    def __init__(self) -> None:
        self.duration = 60

    def allow_request(self, request: Request, view: Any) -> bool:
        self.group = "token" if request.auth is not None else "network"
        self.group += "-read" if request.method in READING else "-write"
        self.num_requests = self.PER_MINUTE[self.group] * self.times
        self.rate = self.group
        return bool(super().allow_request(request, view))

    def get_cache_key(self, request: Request, view: Any) -> str | None:
        who = request.auth.pk if request.auth else network_name(client_address(request._request))
        return f"api-limit:{self.group}:{who}" if who else None


class SiteLimit(RequestLimit):
    """The same for all networks of an IPv6 /48 together, without a token."""

    times = SHARE_OF_SITE

    def get_cache_key(self, request: Request, view: Any) -> str | None:
        if request.auth is not None:
            return None
        site = site_name(network_name(client_address(request._request)))
        return f"api-limit:{self.group}:{site}" if site else None
