"""People whose turn it is in a database for load, signed in: in games of their own, in a season."""

from __future__ import annotations

import random
from functools import cache
from typing import Final

from django.db.models import QuerySet

from games.tables.models import GameStatus, Seat
from tools.load.players import Turn
from tools.players.people import session_of

MOST_TURNS: Final = 8_000


def turns_now() -> list[Turn]:
    """People to move in games of no season, each in another game, with sessions of their own."""
    cookie_of = cache(session_of)
    waiting = _waiting().filter(game__season_game=None)[:MOST_TURNS]
    turns = {seat.game_id: Turn(seat.game.code, cookie_of(seat.person)) for seat in waiting}
    return random.sample([*turns.values()], len(turns))


def season_turns_now() -> list[Turn]:
    """People to move in games of seasons, and who comes after them at their tables."""
    cookie_of = cache(session_of)
    turns = []
    for seat in _waiting().filter(game__season_game__isnull=False):
        others = Seat.objects.filter(game=seat.game_id).exclude(pk=seat.pk).select_related("person")
        # Those with lower numbers come after those with higher ones.
        after = sorted(others, key=lambda one: (one.number < seat.number, one.number))
        cookies = [cookie_of(one.person) for one in (seat, *after)]
        turns.append(Turn(seat.game.code, cookies[0], tuple(cookies[1:])))
    return random.sample(turns, len(turns))


def _waiting() -> QuerySet[Seat]:
    waiting = Seat.objects.filter(
        decision__isnull=False, person__isnull=False, game__status=GameStatus.RUNNING, kind="turn"
    )
    return waiting.select_related("game", "person")
