"""Measure from the log how long people take for a turn."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from statistics import median
from typing import Final

from django.db.models import Q

from games.common.actors import CLOCK
from games.common.event_types import SEAT_KEPT, SEAT_OPENED, SEAT_REPLACED
from games.log.models import Event
from games.people.models import Person
from games.players.models import Pace
from games.players.reliability import TURN_STARTED
from games.tables.models import GameStatus, Seat

GAMES: Final = 12
"""The number of latest games of a person that are read."""
TURNS: Final = 30
"""The number of latest turns whose median is taken."""
SEAT_EVENTS: Final = (SEAT_OPENED, SEAT_KEPT, SEAT_REPLACED)
FRESH: Final = timedelta(hours=6)


def measure_paces(*, now: datetime, limit: int = 500) -> int:
    """Measure active players who were not measured lately; return how many."""
    lately = Q(seats__game__ended_at__gt=now - 4 * FRESH)
    people = Person.objects.filter(lately | Q(seats__game__status=GameStatus.RUNNING))
    people = people.exclude(pace__measured_at__gt=now - FRESH)
    found = list(people.distinct().order_by("pk").values_list("pk", flat=True)[:limit])
    for pk in found:
        measure_pace(person_id=pk, now=now)
    return len(found)


def measure_pace(*, person_id: int, now: datetime) -> None:
    """Store a person's usual time for a turn, from the log."""
    taken = turn_times_of(person_id)
    middle = median([took.total_seconds() for took in taken] or [0.0])
    fresh = {"median": timedelta(seconds=middle), "turns": len(taken), "measured_at": now}
    Pace.objects.update_or_create(person_id=person_id, defaults=fresh)


def turn_times_of(person_id: int) -> list[timedelta]:
    """Return how long each of the latest turns of a person took, up to its first action.

    A turn that the clock ended took as long as it was open; while the seat looked for a substitute
    it counts for nobody. Earlier turns of another player in the seat do not count. The result is
    public, so only public games count.
    """
    public = Seat.objects.filter(person=person_id, game__version__gte=0, game__public=True)
    seats = public.order_by("-game_id")[:GAMES]
    turns: list[tuple[datetime, timedelta]] = []
    for seat in seats:
        turns += _turns(seat)
    turns.sort()
    return [took for _began, took in turns[-TURNS:]]


def _turns(seat: Seat) -> Iterable[tuple[datetime, timedelta]]:
    """Return when each turn of a seat began, and how long its first action took."""
    rows = (
        Event.objects.filter(game=seat.game_id)
        .filter(Q(type__in=(TURN_STARTED, *SEAT_EVENTS)) | Q(action__isnull=False))
        .order_by("seq")
        .values_list("type", "at", "data__seat", "action__seat", "actor")
    )
    began: datetime | None = None
    is_open = False
    for type_, at, starts, acts, actor in rows.iterator():
        if type_ in SEAT_EVENTS and starts == seat.number:
            is_open = type_ == SEAT_OPENED
        if acts == seat.number:
            if began is not None and not (is_open and actor == CLOCK):
                yield began, at - began
            began = None
            is_open = is_open and actor == CLOCK
        # The event that ends one turn may be the one that an action has caused.
        is_theirs = seat.joined_at is None or at >= seat.joined_at
        if type_ == TURN_STARTED and starts == seat.number and is_theirs:
            began = at
