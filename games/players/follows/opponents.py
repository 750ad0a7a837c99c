"""People with whom a person has finished games, and the results between two people."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, F, FilteredRelation, Max, Q, QuerySet

from games.people.blocks import blocked_by, blockers_of
from games.people.models import Person
from games.players.follows.models import Favourite
from games.tables.models import GameStatus, Seat


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """Games that two people have finished together: ``won`` and ``lost`` count places.

    The rest were ties, games in one team, and games without a result for one of them.
    """

    games: int = 0
    won: int = 0
    lost: int = 0

    @property
    def even(self) -> int:
        """The games that neither of the two has won."""
        return self.games - self.won - self.lost


@dataclass(frozen=True, slots=True)
class Opponent:
    """Somebody a person has finished games with, last when, and the results."""

    person: Person
    results: HeadToHead
    last_at: datetime
    favourite: bool


def _seats_opposite(person: Person) -> QuerySet[Seat]:
    """The seats of others in finished games of a person, with ``mine``, the person's seat there."""
    return (
        Seat.objects.alias(
            mine=FilteredRelation("game__seats", condition=Q(game__seats__person=person))
        )
        .filter(mine__isnull=False, game__status=GameStatus.FINISHED, game__practice=False)
        .exclude(person=person)
    )


def opponents_of(person: Person) -> QuerySet[Any, Any]:
    """The people with whom a person has finished games, most games first, as rows of counts."""
    return (
        _seats_opposite(person)
        .filter(person__is_active=True)
        .exclude(person__in=blocked_by(person))
        .order_by()
        .values("person")
        .annotate(
            played=Count("pk"),
            won=Count("pk", filter=Q(place__gt=F("mine__place"))),
            lost=Count("pk", filter=Q(place__lt=F("mine__place"))),
            last_at=Max("game__ended_at"),
        )
        .order_by("-played", "-last_at", "person")
    )


def opponents_from(person: Person, rows: Sequence[dict[str, Any]]) -> list[Opponent]:
    """Rows of :func:`opponents_of` with their people: two queries."""
    ids = [row["person"] for row in rows]
    people = Person.objects.in_bulk(ids)
    favourites = set(
        Favourite.objects.filter(person=person, opponent__in=ids).values_list("opponent", flat=True)
    )
    return [
        Opponent(
            people[row["person"]],
            HeadToHead(row["played"], row["won"], row["lost"]),
            row["last_at"],
            row["person"] in favourites,
        )
        for row in rows
    ]


def head_to_head(person: Person, other: Person) -> HeadToHead:
    """The results between two people, as the first one sees them."""
    counts = (
        _seats_opposite(person)
        .filter(person=other)
        .aggregate(
            games=Count("pk"),
            won=Count("pk", filter=Q(place__gt=F("mine__place"))),
            lost=Count("pk", filter=Q(place__lt=F("mine__place"))),
        )
    )
    return HeadToHead(**counts)


def have_played(person: Person, other: Person) -> bool:
    """Whether two people have finished a game together."""
    return _seats_opposite(person).filter(person=other).exists()


def is_favourite(person: Person, other: Person) -> bool:
    """Whether a person has marked another as a favourite."""
    return Favourite.objects.filter(person=person, opponent=other).exists()


def favourites_of(person: Person) -> QuerySet[Person]:
    """The favourite opponents of a person, by name."""
    chosen = Favourite.objects.filter(person=person).values("opponent")
    return Person.objects.filter(pk__in=chosen, is_active=True).order_by("name")


def invitable(organiser: Person, people: QuerySet[Person]) -> QuerySet[Person]:
    """Those of some people whom an invitation of a person reaches: who has not blocked them.

    The organiser must not learn whom that leaves out.
    """
    return people.filter(is_active=True).exclude(pk__in=blockers_of(organiser))
