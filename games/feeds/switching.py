"""Switching a calendar on and off, and giving it another address."""

from __future__ import annotations

import secrets
from datetime import datetime
from typing import Final

from games.feeds.models import Feed
from games.people.models import Person

NUMBERS: Final = 2**31 - 1


def renew(*, person: Person, now: datetime) -> Feed:
    """Gives a person's calendar an address that nobody knows yet; switches it on if need be."""
    # By chance, not by counting: what was switched off must not come back with its old address.
    number = 1 + secrets.randbelow(NUMBERS)
    fresh = {"number": number, "created_at": now}
    feed, _made = Feed.objects.update_or_create(person=person, defaults=fresh)
    return feed


def switch_off(*, person: Person) -> None:
    """Makes the address useless."""
    Feed.objects.filter(person=person).delete()
