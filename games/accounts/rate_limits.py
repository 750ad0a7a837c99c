"""Rate limits: of anonymous requests per network, of expensive requests, of requested mails.

Those per network are checked before sessions, people and pages, so that a refusal costs one number
in the cache. Signed-in people have no such limits. A device on which somebody has signed in before
has an allowance of its own once its network has used up the common one. Decision 96 says why.

Anybody may request a mail for an address: a code, a link for a new password. Anonymous users share
an allowance for each address, of which one network gets only a part. So nobody is flooded, and
nobody's codes are used up by others.
"""

from __future__ import annotations

import ipaddress
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Final

from allauth.account.adapter import get_adapter
from allauth.core import ratelimit
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _

from games.accounts.devices import client_address, device_id, known_device
from games.accounts.hashing import COME_AGAIN, PATIENCE, TooBusy, bench, patience
from games.common.rates import TooOften, check_rate, seconds_to_wait, seconds_to_wait_at
from games.people.traces import network_of

ACCOUNTS: Final = "/accounts/"
WEBHOOKS: Final = "/inbound/"
ENDPOINTS: Final = {
    "account_login": "log-in",
    "account_signup": "sign-up",
    "account_reset_password": "mail",
    "account_request_login_code": "mail",
}
HASHING: Final = frozenset({"log-in", "sign-up"})
"""The endpoints where a password is hashed for everybody."""
LOOKING: Final = frozenset({"GET", "HEAD"})
_writing = threading.Lock()
"""Held while a mail is written for an anonymous user, in this process."""


class RateLimitMiddleware:
    """Answer 429 to requests over the limit, and 503 where the server is too busy."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        endpoint = endpoint_of(request)
        if endpoint and endpoint != "webhook" and _comes_from_elsewhere(request):
            # Not counted: any page on the web could exhaust the limits of its visitors' network.
            return HttpResponse(status=403)
        wait = _seconds_to_wait(request, endpoint) if endpoint else 0
        if wait:
            return refusal(request, status=429, wait=wait, for_people=endpoint != "webhook")
        waits = bool(endpoint) and bool(device_id(request))
        if endpoint in HASHING and not waits and bench().is_full:
            # It would be refused later, too, after many queries to cache and database.
            return refusal(request, status=503, wait=COME_AGAIN)
        if endpoint == "mail" and not waits:
            return self._one_at_a_time(request)
        known = patience.set(PATIENCE if waits else 0)
        try:
            return self.get_response(request)
        finally:
            patience.reset(known)

    def _one_at_a_time(self, request: HttpRequest) -> HttpResponse:
        """Serve one anonymous user who asks for a mail at a time: pages need the other threads."""
        if not _writing.acquire(blocking=False):
            return refusal(request, status=503, wait=COME_AGAIN)
        try:
            return self.get_response(request)
        finally:
            _writing.release()

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Return the page that asks to wait until other passwords have been hashed."""
        if isinstance(error, TooBusy):
            return refusal(request, status=503, wait=error.retry_after)
        if isinstance(error, TooOften):
            return refusal(request, status=429, wait=error.wait)
        return None


def endpoint_of(request: HttpRequest) -> str:
    """Return the endpoint's name in ``DOOR_LIMITS``, "" for none."""
    path = request.path_info
    if path.startswith(WEBHOOKS):
        return "" if request.method in LOOKING else "webhook"
    if not path.startswith(ACCOUNTS):
        return ""
    if request.method in LOOKING:
        return "look"
    return _endpoints().get(path, "")


def refusal(
    request: HttpRequest, *, status: int, wait: int, for_people: bool = True
) -> HttpResponse:
    """Return a response that says when to retry, in ``wait`` seconds."""
    page = ""
    language = translation.get_language_from_request(request)
    if for_people:
        with translation.override(language):
            context = {"language": language, "busy": status == 503, "minutes": -(-wait // 60)}
            page = render_to_string("busy.html", context)
    response = HttpResponse(page, status=status)
    response.headers["Retry-After"] = str(wait)
    response.headers["Cache-Control"] = "no-store"
    if for_people:
        response.headers["Content-Language"] = language
        patch_vary_headers(response, ["Cookie", "Accept-Language"])
    # A log line for each request would be a second flood; the first of each limit is logged.
    response._has_been_logged = True  # type: ignore[attr-defined]
    return response


def _comes_from_elsewhere(request: HttpRequest) -> bool:
    """Whether a form is sent from a page of another site (Fetch Metadata)."""
    return (
        request.method not in LOOKING
        and request.headers.get("Sec-Fetch-Site", "same-origin") == "cross-site"
    )


def _seconds_to_wait(request: HttpRequest, endpoint: str) -> int:
    wait = seconds_to_wait_at(client_address(request), endpoint=endpoint)
    if wait and (device := device_id(request)):
        return seconds_to_wait(endpoint="device", who=device)
    return wait


@cache
def _endpoints() -> dict[str, str]:
    return {reverse(name): endpoint for name, endpoint in ENDPOINTS.items()}


def check_mail(request: HttpRequest, address: str, *, purpose: str) -> None:
    """Count a requested mail; ACCOUNT_RATE_LIMITS sets the maximum.

    :raises ValidationError: if it would be one too many.
    """
    about = f"{purpose}:{address.lower()}"
    device = known_device(request, address)
    if device:
        allowed = ratelimit.consume(request, action="mail_from_device", key=f"{about}:{device}")
    else:
        allowed = ratelimit.consume(
            request, action="mail_from_network", key=f"{about}:{network_at(request)}"
        ) and ratelimit.consume(request, action="mail_to_address", key=about)
    if not allowed:
        raise ValidationError(
            _(
                "Several emails have already been requested for this address. Check "
                "your inbox, or try again later."
            ),
            code="rate_limited",
        )


def network_at(request: HttpRequest) -> str:
    """Return the wider network of a request: that of one provider or household."""
    return network_of(ipaddress.ip_address(get_adapter().get_client_ip(request)))


DRAWING: Final = "drawing"
REPLAY: Final = "replay"
ANONYMOUS_AGAIN: Final = 5
"""Seconds after which an anonymous user may retry what is made for one of them at a time."""
_anonymous = threading.Lock()
"""Held while a picture or a replay is made for an anonymous user, in this process."""


@contextmanager
def dear_work(request: HttpRequest, endpoint: str, person: int | None) -> Iterator[None]:
    """Allow a picture or a replay for a person, or for one anonymous user at a time.

    Each of them holds a thread: the others are for pages.

    :raises TooOften: if it is one too many.
    """
    check_rate(endpoint=endpoint, person=person, address=client_address(request))
    if person is not None:
        yield
    elif _anonymous.acquire(blocking=False):
        try:
            yield
        finally:
            _anonymous.release()
    else:
        raise TooOften(ANONYMOUS_AGAIN)
