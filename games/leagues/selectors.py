"""Read who belongs to a league, and which leagues lack a director."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet

from games.leagues.models import Entry, EntryStatus, League, Season
from games.people.models import Person


def leagues_of(person: Person | AnonymousUser | None) -> QuerySet[League]:
    """The leagues that a person directs, is invited to, or has entered and was not declined in."""
    if not isinstance(person, Person) or not person.is_active:
        return League.objects.none()
    entries = Entry.objects.filter(person=person, declined_at=None)
    return League.objects.filter(
        Q(pk__in=person.directed_leagues.values("pk"))
        | Q(pk__in=person.leagues_invited_to.values("pk"))
        | Q(pk__in=entries.values("season__league"))
    )


def entries_in(season: Season, *statuses: EntryStatus) -> QuerySet[Entry]:
    """The entries of a season in these states, with their people, in order of registration."""
    entries = season.entries.filter(status__in=statuses).select_related("person")
    return entries.order_by("registered_at", "pk")


def entries_to_confirm(person: Person) -> QuerySet[Entry]:
    """The entries that a person is to confirm before the draw, with their seasons."""
    return Entry.objects.filter(
        person=person,
        status__in=[EntryStatus.REGISTERED, EntryStatus.RESERVE],
        confirmed_at=None,
        season__confirm_by__isnull=False,
        season__drawn_at=None,
        season__cancelled_at=None,
    ).select_related("season__league")


LISTED_FOR: Final = timedelta(days=30)


def leagues_without_director(now: datetime) -> QuerySet[League]:
    """The leagues without an active director, unless they were archived some time ago."""
    fresh = Q(archived_at=None) | Q(archived_at__gt=now - LISTED_FOR)
    return League.objects.filter(fresh).exclude(directors__is_active=True)
