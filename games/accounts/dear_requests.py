"""Limits on requests that cost a server much: pictures to draw, games to play through."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest

from games.accounts.devices import client_address
from games.common.rates import check_rate

DRAWING: Final = "drawing"
REPLAY: Final = "replay"


def check_dear(request: HttpRequest, door: str) -> None:
    """Count a dear request of a page, by its person or else by its network.

    :raises TooOften: if it is one too many.
    """
    check_rate(door=door, person=request.user.pk, address=client_address(request))
