"""People with whom a person has finished games, and the results between two people."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import Exists, OuterRef, QuerySet, Subquery
from django.db.models.lookups import Exact

from games.people.blocks import blocked_by, blockers_of
from games.people.models import Person
from games.players.follows.models import Favourite
from games.players.models import OpponentSum
from games.tables.models import GameStatus, Seat


def opponents_of(person: Person) -> QuerySet[OpponentSum]:
    """The people with whom a person has finished games, most games first, as rows of counts."""
    # One subquery each: otherwise a database joins and sorts all people instead of stopping early.
    active = Person.objects.filter(pk=OuterRef("opponent")).values("is_active")[:1]
    return (
        OpponentSum.objects.filter(Exact(Subquery(active), True), person=person)
        .exclude(opponent__in=blocked_by(person))
        .order_by("-games", "-last_at", "opponent")
        .prefetch_related("opponent")
    )


def favourites_among(person: Person, rows: Sequence[OpponentSum]) -> set[int]:
    """Return the ids of the favourites among rows of :func:`opponents_of`."""
    favourites = Favourite.objects.filter(
        person=person, opponent__in=[row.opponent_id for row in rows]
    )
    return set(favourites.values_list("opponent", flat=True))


def head_to_head(person: Person, other: Person) -> OpponentSum | None:
    """Return the results between two people, from the first one's view, as far as counted."""
    return OpponentSum.objects.filter(person=person, opponent=other).first()


def have_played(person: Person, other: Person) -> bool:
    """Whether two people have finished a game together, also one that is not yet counted."""
    if OpponentSum.objects.filter(person=person, opponent=other).exists():
        return True
    theirs = Seat.objects.filter(game=OuterRef("game"), person=other)
    seats = Seat.objects.filter(
        person=person, game__status=GameStatus.FINISHED, game__practice=False
    )
    return person.pk != other.pk and seats.filter(Exists(theirs)).exists()


def is_favourite(person: Person, other: Person) -> bool:
    """Whether a person has marked another as a favourite."""
    return Favourite.objects.filter(person=person, opponent=other).exists()


def favourites_of(person: Person) -> QuerySet[Person]:
    """The favourite opponents of a person, by name."""
    chosen = Favourite.objects.filter(person=person).values("opponent")
    return Person.objects.filter(pk__in=chosen, is_active=True).order_by("name")


def invitable(organiser: Person, people: QuerySet[Person]) -> QuerySet[Person]:
    """Return those of some people who have not blocked a person: an invitation reaches them.

    The organiser must not learn who is left out.
    """
    return people.filter(is_active=True).exclude(pk__in=blockers_of(organiser))
