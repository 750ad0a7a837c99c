"""A limit on drawing for strangers: pictures that are not in the cache, by network."""

from __future__ import annotations

from typing import Final

from django.core.cache import cache
from django.http import HttpRequest
from django.utils.timezone import now

from games.accounts.devices import client_address
from games.practice.guest_limits import network_digest

MOST_DRAWINGS: Final = 30
"""New pictures for one network in a minute; those that are kept cost nothing."""
A_MINUTE: Final = 60


def may_draw(request: HttpRequest) -> bool:
    """Whether one more picture may be drawn for the network of a request; it is counted."""
    moment = now()
    network = network_digest(client_address(request), moment)
    key = f"drawings:{network}:{moment:%H%M}"
    cache.add(key, 0, 2 * A_MINUTE)
    try:
        return cache.incr(key) <= MOST_DRAWINGS
    except ValueError:
        # The cache has let go of it meanwhile.
        return True
