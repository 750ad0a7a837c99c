"""Who directs a league, changed: never to nobody."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from games.errors import Refused
from games.leagues.models import League
from games.people.models import Person
from games.people.sanctions import is_suspended


@transaction.atomic
def add_director(*, league: League, person: Person, now: datetime) -> None:
    """Makes a person a director of a league.

    :raises Refused: if they are one, their account is closed, or they are suspended.
    """
    locked = League.objects.select_for_update().get(pk=league.pk)
    if not person.is_active:
        raise Refused(_("This account is closed."))
    if is_suspended(person, now=now):
        raise Refused(_("%(name)s is suspended.") % {"name": person.name})
    if locked.directors.filter(pk=person.pk).exists():
        raise Refused(_("%(name)s directs this league already.") % {"name": person.name})
    locked.directors.add(person)


@transaction.atomic
def remove_director(*, league: League, person: Person) -> None:
    """Ends that a person directs a league.

    :raises Refused: if they do not, or nobody else does.
    """
    locked = League.objects.select_for_update().get(pk=league.pk)
    if not locked.directors.filter(pk=person.pk).exists():
        raise Refused(_("%(name)s does not direct this league.") % {"name": person.name})
    if not locked.directors.filter(is_active=True).exclude(pk=person.pk).exists():
        raise Refused(_("A league needs at least one director. Add another one first."))
    locked.directors.remove(person)
