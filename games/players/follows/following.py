"""Follow players, unfollow, mark favourite opponents, forbid being followed; read them."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import Count, Exists, Model, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from games.common.errors import Refused
from games.people.blocks import blockers_of, is_blocked
from games.people.locking import lock_person
from games.people.models import Person
from games.players.follows.models import Favourite, Follow
from games.players.follows.opponents import have_played
from games.tables.models import Game, Seat
from games.tables.selectors import finished_games, games_to_watch, open_games

MAX_FOLLOWS: Final = 500
MAX_FAVOURITES: Final = 50


@transaction.atomic
def follow(*, person: Person, other: Person, now: datetime) -> None:
    """Follow somebody; repeating it changes nothing.

    A blocked person follows as usual, but sees nothing.

    :raises Refused: if it is the person, the account is not active, the other does not allow it or
        followed or is blocked, or the person follows too many.
    """
    lock_person(person)
    if person.pk == other.pk:
        raise Refused(_("You cannot follow yourself."))
    _check_other(person, other)
    if not other.followable:
        raise Refused(_("%(name)s does not want to be followed.") % {"name": other.name})
    follows = Follow.objects.filter(person=person)
    if follows.filter(followed=other).exists():
        return
    if follows.count() >= MAX_FOLLOWS:
        raise Refused(
            _("You follow %(most)d people. Stop following somebody first.") % {"most": MAX_FOLLOWS}
        )
    Follow.objects.create(person=person, followed=other, at=now)


def unfollow(*, person: Person, other: Person) -> None:
    """Stop following somebody; if not followed, nothing happens."""
    Follow.objects.filter(person=person, followed=other).delete()


@transaction.atomic
def set_followable(*, person: Person, followable: bool) -> None:
    """Allow others to follow a person, or remove all followers and allow none."""
    locked = lock_person(person)
    locked.followable = person.followable = followable
    locked.save(update_fields=["followable"])
    if not followable:
        Follow.objects.filter(followed=locked).delete()


@transaction.atomic
def add_favourite(*, person: Person, other: Person, now: datetime) -> None:
    """Mark somebody as a favourite opponent; repeating it changes nothing. They are not notified.

    :raises Refused: if the two have finished no game together, the account is not active, the other
        is blocked, or there are too many favourites.
    """
    lock_person(person)
    _check_other(person, other)
    if not have_played(person, other):
        raise Refused(_("You have finished no game with %(name)s yet.") % {"name": other.name})
    favourites = Favourite.objects.filter(person=person)
    if favourites.filter(opponent=other).exists():
        return
    if favourites.count() >= MAX_FAVOURITES:
        raise Refused(
            _("You have %(most)d favourites. Remove one first.") % {"most": MAX_FAVOURITES}
        )
    Favourite.objects.create(person=person, opponent=other, at=now)


def remove_favourite(*, person: Person, other: Person) -> None:
    """Remove somebody from the favourites."""
    Favourite.objects.filter(person=person, opponent=other).delete()


def end_interest(person: Model, other: Model) -> None:
    """Remove the follow and favourite of a person who blocks somebody.

    Those in the other direction stay: their removal would reveal the block.
    """
    Follow.objects.filter(person=person.pk, followed=other.pk).delete()
    Favourite.objects.filter(person=person.pk, opponent=other.pk).delete()


def _check_other(person: Person, other: Person) -> None:
    if not other.is_active:
        raise Refused(_("This account is not active."))
    if is_blocked(by=person, person=other):
        raise Refused(_("You have blocked %(name)s. Unblock them first.") % {"name": other.name})


def follows_of(person: Person) -> QuerySet[Follow]:
    """Everybody a person follows, by name."""
    return (
        Follow.objects.filter(person=person).select_related("followed").order_by("followed__name")
    )


def follows_anybody(person: Person) -> bool:
    """Whether a person follows anybody: most follow nobody, and need no news of others."""
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
