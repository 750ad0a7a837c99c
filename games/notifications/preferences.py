"""Read and change notification preferences."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

from django.db import transaction

from games.common import sql
from games.notifications.models import MAIL, NoticeKind, NotificationPreferences
from games.people.models import Person
from games.tables.models import Seat

TURN_KINDS: Final = (NoticeKind.TURN, NoticeKind.REMINDER, NoticeKind.NUDGE)
"""The kinds that say that a decision waits."""
DIGEST: Final = "digest"
"""Among the kinds that are not wanted: the digest was stopped, and no other mail replaces it."""
ALL_KINDS: Final = (*NoticeKind.values, DIGEST)
"""Every kind of mail about games."""


_preferences: Final = sql.PreparedQuery(
    lambda person: NotificationPreferences.objects.filter(person=person)
)


def preferences_of(person: Person) -> NotificationPreferences:
    """The stored preferences of a person, or the defaults as a row that is not stored."""
    stored = _preferences.first(person.pk)
    if stored is None:
        return NotificationPreferences(person=person)
    stored.person = person
    return stored


def set_wanted(*, person: Person, kinds: Collection[str], wanted: bool) -> None:
    """Stop mail of these kinds, or let it come again. Twice is as once."""
    names = {f"{MAIL}:{kind}" for kind in kinds}
    with transaction.atomic():
        preferences = lock_preferences(person)
        off = set(preferences.off)
        preferences.off = sorted(off - names if wanted else off | names)
        preferences.save(update_fields=["off"])


def lock_preferences(person: Person) -> NotificationPreferences:
    """The row of a person's preferences, made if need be, under its lock."""
    NotificationPreferences.objects.get_or_create(person=person)
    return NotificationPreferences.objects.select_for_update().get(person=person)


def change_notification_preferences(
    *,
    person: Person,
    off: Collection[str],
    muted: Collection[int] = (),
    audible: Collection[int] = (),
    **changes: Any,
) -> None:
    """Store preferences of a person, by the names of their fields.

    ``muted`` and ``audible`` are ids of seats of theirs.
    """
    with transaction.atomic():
        preferences = lock_preferences(person)
        for name, value in {**changes, "off": sorted(off)}.items():
            setattr(preferences, name, value)
        preferences.save()
        Seat.objects.filter(pk__in=muted, person=person).update(muted=True)
        Seat.objects.filter(pk__in=audible, person=person).update(muted=False)
