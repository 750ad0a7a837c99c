"""Show or hide one's statistics."""

from __future__ import annotations

from django.db import transaction

from games.people.locking import lock_person
from games.people.models import Person


@transaction.atomic
def set_statistics_public(*, person: Person, public: bool) -> None:
    """Show the statistics of a person to everybody, or only to the person."""
    locked = lock_person(person)
    locked.statistics_public = person.statistics_public = public
    locked.save(update_fields=["statistics_public"])
