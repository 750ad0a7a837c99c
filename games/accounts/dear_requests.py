"""Limits on expensive requests: pictures to draw, games to replay."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from django.http import HttpRequest

from games.accounts.devices import client_address
from games.common.rates import TooOften, check_rate

DRAWING: Final = "drawing"
REPLAY: Final = "replay"
COME_AGAIN: Final = 5
"""Seconds after which an anonymous user may retry what is made for one of them at a time."""
_anonymous = threading.Lock()
"""Held while a picture or a replay is made for an anonymous user, in this process."""


@contextmanager
def dear_work(request: HttpRequest, door: str, person: int | None) -> Iterator[None]:
    """Allow a picture or a replay for a person, or for one anonymous user at a time.

    Each of them holds a thread: the others are for pages.

    :raises TooOften: if it is one too many.
    """
    check_rate(door=door, person=person, address=client_address(request))
    if person is not None:
        yield
    elif _anonymous.acquire(blocking=False):
        try:
            yield
        finally:
            _anonymous.release()
    else:
        raise TooOften(COME_AGAIN)
