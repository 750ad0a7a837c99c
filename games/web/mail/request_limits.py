"""Limits on requests from programs: size and rate, checked before the body is read."""

from __future__ import annotations

from typing import Final

from allauth.core.ratelimit import consume
from django.http import HttpRequest, HttpResponse

RETRY_AFTER: Final = 60
"""Seconds after which whoever was refused may come again."""


def is_larger(request: HttpRequest, most: int) -> bool:
    """Whether a request says that more than so many bytes follow; nothing of them is read.

    One that does not say how many has none: the server in front of Django reads no further.
    """
    length = str(request.META.get("CONTENT_LENGTH") or "0")
    return not length.isascii() or not length.isdecimal() or int(length[:12]) > most


def is_too_often(request: HttpRequest, action: str) -> bool:
    """Whether more requests than ``ACCOUNT_RATE_LIMITS`` allows came from one address.

    Those that only look, with GET, are not counted.
    """
    return not consume(request, action=action)


def too_many_requests() -> HttpResponse:
    """Answer 429, with the time after which to come again."""
    return HttpResponse(status=429, headers={"Retry-After": str(RETRY_AFTER)})
