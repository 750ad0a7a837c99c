"""Parts of a request: the game of an address, the numbers that a browser sends."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response

import engine
from games.people.models import Person
from games.tables.models import Game
from games.tables.selectors import game_for


def game_or_404(request: HttpRequest, code: str, invitation: str = "") -> Game:
    """The game of a code, to somebody who is signed in and may see it.

    :raises Http404: if there is none.
    """
    game = game_for(code, cast(Person, request.user), invitation=invitation)
    if game is None:
        raise Http404
    return game


def board_or_404(key: str) -> engine.Board:
    """The board of a key.

    :raises Http404: if there is none.
    """
    if key not in engine.board_names():
        raise Http404
    return engine.load_board(key)


def tagged(
    request: HttpRequest, digest: str, make: Callable[[], HttpResponseBase]
) -> HttpResponseBase:
    """What ``make`` answers, with a digest of its content as ETag, or 304 to who has it."""
    tag = f'"{digest[:32]}"'
    response = get_conditional_response(request, etag=tag) or make()
    response["ETag"] = tag
    return response


def parse_number(text: str, digits: int) -> int | None:
    """The number that a text of at most n digits names; None for any other text."""
    return int(text) if text.isdecimal() and len(text) <= digits else None
