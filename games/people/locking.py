"""Row locks on people."""

from __future__ import annotations

from django.db.models import QuerySet

from games.people.models import Person


def lock_person(person: int | Person) -> Person:
    """Lock the row of a person and return its present state. Call it inside a transaction."""
    return people_for_update().get(pk=person if isinstance(person, int) else person.pk)


def people_for_update(*, skip_locked: bool = False) -> QuerySet[Person]:
    """Return a query that locks the rows of people as it reads them.

    The lock allows others to store rows that refer to the person. A move that notifies somebody
    does so with its game locked. If it had to wait for a transaction that holds the person's row
    and waits for the game, both would be deadlocked.
    """
    return Person.objects.select_for_update(no_key=True, skip_locked=skip_locked)
