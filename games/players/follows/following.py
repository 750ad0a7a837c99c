"""Follow players, unfollow, mark favourite opponents, forbid being followed."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import Model
from django.utils.translation import gettext as _

from games.common.errors import Refused
from games.people.blocks import is_blocked
from games.people.locking import lock_person
from games.people.models import Person
from games.players.follows.models import Favourite, Follow
from games.players.follows.opponents import have_played

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
