"""The people somebody follows, and their public games. Private games are never included."""

from __future__ import annotations

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from games.people.blocks import blockers_of
from games.people.models import Person
from games.players.follows.models import Follow
from games.tables.models import Game, Seat
from games.tables.selectors import finished_games, games_to_watch, open_games


def follows_of(person: Person) -> QuerySet[Follow]:
    """Everybody a person follows, by name."""
    return (
        Follow.objects.filter(person=person).select_related("followed").order_by("followed__name")
    )


def follows_anybody(person: Person) -> bool:
    """Whether a person follows anybody: most follow nobody, and need not be told what those do."""
    return Follow.objects.filter(person=person).exists()


def is_following(person: Person, other: Person) -> bool:
    """Whether a person follows another."""
    return Follow.objects.filter(person=person, followed=other).exists()


def people_followed_by(person: Person) -> QuerySet[Follow, int]:
    """Return a query for the ids of the people whose public games a person reads about.

    :func:`follows_of` also includes people who have blocked the person.
    """
    follows = Follow.objects.filter(
        person=person, followed__is_active=True, followed__followable=True
    )
    return (
        follows.exclude(followed__in=blockers_of(person))
        .order_by()
        .values_list("followed", flat=True)
    )


def tables_of_followed(person: Person) -> QuerySet[Game]:
    """Public tables with a free seat at which somebody sits whom a person follows."""
    return _with_followed(open_games(without=person), person)


def running_games_of_followed(person: Person) -> QuerySet[Game]:
    """Public games under way of people somebody follows, without their own."""
    return _without_own(_with_followed(games_to_watch(), person), person)


def results_of_followed(person: Person) -> QuerySet[Game]:
    """Public games that people somebody follows have finished, latest first, without their own."""
    return _without_own(_with_followed(finished_games(), person), person)


def by_followers(games: QuerySet[Game]) -> QuerySet[Game]:
    """Games with the number of people who follow one of their players, most first."""
    followers = Count(
        "seats__person__followers",
        filter=Q(seats__person__followable=True),
    )
    return games.annotate(followers=followers).order_by("-followers", "-started_at", "-pk")


def _with_followed(games: QuerySet[Game], person: Person) -> QuerySet[Game]:
    seats = Seat.objects.filter(person__in=people_followed_by(person))
    return games.filter(pk__in=seats.values("game"))


def _without_own(games: QuerySet[Game], person: Person) -> QuerySet[Game]:
    return games.exclude(Exists(Seat.objects.filter(game=OuterRef("pk"), person=person)))
