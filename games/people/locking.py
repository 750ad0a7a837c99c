"""Row locks on people."""

from __future__ import annotations

from django.db.models import QuerySet

from games.people.models import Person


def lock_person(person: int | Person) -> Person:
    """Lock the row of a person and return it as it is now. Call it inside a transaction."""
    return people_for_update().get(pk=person if isinstance(person, int) else person.pk)


def people_for_update(*, skip_locked: bool = False) -> QuerySet[Person]:
    """People whose rows are locked as they are read.

    The lock lets others store rows that refer to the person. A move that tells somebody something
    does so with its game locked; if it had to wait for a transaction that holds the person's row
    and waits for the game, neither would ever go on.
    """
    return Person.objects.select_for_update(no_key=True, skip_locked=skip_locked)
