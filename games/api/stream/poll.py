"""Events of the whole site since the last look, in one query however many watch.

Numbers of rows are given when they are written and seen when they are committed, so that a lower
one may come after a higher one. A look therefore goes back as far as a transaction may last.
"""

from __future__ import annotations

import time
from collections.abc import Set
from typing import Final, NamedTuple

from games.log.models import Event
from games.tables.models import Game, Seat

LONGEST: Final = 120.0
"""Seconds that a transaction lasts at most: requests and tasks that take longer are ended."""
LOOK_BACK: Final = 500
"""Events that the first look goes back by, for what is being written at that moment."""


class News(NamedTuple):
    """Games in which something happened, by their codes, and the ids of people who sit there."""

    games: Set[str]
    people: Set[int]


NOTHING: Final = News(frozenset(), frozenset())


class Poll:
    """Looks at the end of all logs."""

    def __init__(self) -> None:
        self._passed: int | None = None
        self._seen: dict[int, float] = {}

    def look(self) -> News:
        """The rows that are new since the last look."""
        if self._passed is None:
            last = Event.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
            self._passed = last - LOOK_BACK
        rows = Event.objects.filter(pk__gt=self._passed).values_list("pk", "game_id")
        fresh = {pk: game for pk, game in rows if pk not in self._seen}
        self._note(fresh.keys())
        if not fresh:
            return NOTHING
        games = set(fresh.values())
        codes = Game.objects.filter(pk__in=games).values_list("code", flat=True)
        people = Seat.objects.filter(game__in=games, person__isnull=False)
        return News(frozenset(codes), frozenset(people.values_list("person", flat=True)))

    def _note(self, fresh: Set[int]) -> None:
        moment = time.monotonic()
        self._seen.update(dict.fromkeys(fresh, moment))
        settled = [pk for pk, at in self._seen.items() if moment - at > LONGEST]
        if settled:
            self._passed = max(settled)
            self._seen = {pk: at for pk, at in self._seen.items() if pk > self._passed}
