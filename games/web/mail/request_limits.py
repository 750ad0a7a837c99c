"""Limits on requests from programs: size and rate, checked before the body is read."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse

from games.accounts.devices import client_address
from games.accounts.rate_limits import LOOKING
from games.common.rates import seconds_to_wait_at


def is_larger(request: HttpRequest, most: int) -> bool:
    """Whether a request says that more than ``most`` bytes follow; nothing of them is read.

    One that does not say how many has none: the server in front of Django reads no further.
    """
    length = str(request.META.get("CONTENT_LENGTH") or "0")
    return not length.isascii() or not length.isdecimal() or int(length[:12]) > most


def refused_as_too_often(request: HttpRequest, limit: str) -> HttpResponse | None:
    """Count a request for a limit of ``DOOR_LIMITS``: 429 with the time after which to come again.

    None lets it in. Those that only look, with GET or HEAD, are not counted. It takes no lock, for
    which other requests of a flood would wait in the threads that serve pages.
    """
    if request.method in LOOKING:
        return None
    wait = seconds_to_wait_at(client_address(request), endpoint=limit)
    return HttpResponse(status=429, headers={"Retry-After": str(wait)}) if wait else None
