"""Limits on requests that cost a server much: pictures to draw, games to play through."""

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
"""Seconds after which to ask again for what is drawn one at a time."""
_drawing = threading.Lock()
"""Held while a picture is drawn for an anonymous user, in this process."""


def check_dear(request: HttpRequest, door: str) -> None:
    """Count a dear request of a page, by its person or else by its network.

    :raises TooOften: if it is one too many.
    """
    check_rate(door=door, person=request.user.pk, address=client_address(request))


@contextmanager
def drawing_for(request: HttpRequest, person: int | None) -> Iterator[None]:
    """Let a picture be drawn for a person, or for one anonymous user at a time.

    Each of them holds a thread: the others are for pages.

    :raises TooOften: if it is one too many.
    """
    check_rate(door=DRAWING, person=person, address=client_address(request))
    if person is not None:
        yield
    elif _drawing.acquire(blocking=False):
        try:
            yield
        finally:
            _drawing.release()
    else:
        raise TooOften(COME_AGAIN)
