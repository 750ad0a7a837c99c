"""Search among players: by name, rating, activity, reliability, and who is followed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from games.people.models import Person
from games.players.models import Rating, ReliabilitySum
from games.players.selectors import FEWEST_TURNS_FOR_RELIABILITY, IN_OWN_POOL
from games.players.skill import mu_of_points
from games.tables.models import GameStatus, Seat

ACTIVE_DAYS: Final = (7, 30, 90)
RELIABILITIES: Final = (80, 90, 95)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerSearch:
    """Conditions of a search; None or "" is no condition.

    ``name`` is part of the name, in any spelling; ``rating`` is the minimum over all boards, in
    points as pages show them; ``active_days`` requires a game under way or finished within that
    many days; ``reliability`` is in percent; ``among`` are ids of people.
    """

    name: str = ""
    rating: int | None = None
    active_days: int | None = None
    reliability: int | None = None
    among: QuerySet[Any, int] | None = None


def search_players(search: PlayerSearch, *, now: datetime) -> QuerySet[Person]:
    """The people that a search finds, by name; nobody whose account is closed or banned."""
    people = Person.objects.named_like(search.name).filter(is_active=True)
    if search.among is not None:
        people = people.filter(pk__in=search.among)
    if search.rating is not None:
        rated = Rating.objects.filter(
            IN_OWN_POOL, person=OuterRef("pk"), board="", mu__gte=mu_of_points(search.rating)
        )
        people = people.filter(Exists(rated))
    if search.active_days is not None:
        since = now - timedelta(days=search.active_days)
        going = Q(game__status=GameStatus.RUNNING) | Q(game__ended_at__gte=since)
        seats = Seat.objects.filter(going, person=OuterRef("pk"), game__practice=False)
        people = people.filter(Exists(seats))
    if search.reliability is not None:
        people = people.filter(Exists(_reliable(search.reliability)))
    return people


def _reliable(percent: int) -> QuerySet[ReliabilitySum]:
    """A query for the person of the outer query with this share of turns on time."""
    sums = ReliabilitySum.objects.filter(person=OuterRef("pk"))
    turns = F("answered") + F("missed") - F("excused")
    return sums.alias(turns=turns, hits=F("answered") * 100).filter(
        turns__gte=FEWEST_TURNS_FOR_RELIABILITY, hits__gte=F("turns") * percent
    )
