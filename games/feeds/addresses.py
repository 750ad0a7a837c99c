"""The secret address of a calendar: it names a person and a number, signed."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.core import signing
from django.urls import reverse

from games.feeds.models import Feed
from games.people.models import Person

SIGNER: Final = signing.Signer(salt="games.feeds")


def address_of(feed: Feed) -> str:
    """Gets the address of a calendar as it is now. It is not stored: it follows from the key."""
    token = SIGNER.sign(f"{feed.person_id}.{feed.number}").replace(":", ".")
    return settings.SITE_URL + reverse("calendar-feed", args=[token])


def person_of(token: str) -> Person | None:
    """Gets whose calendar an address shows; None for one that was made up, or is renewed."""
    try:
        value = SIGNER.unsign(":".join(token.rsplit(".", 1)))
        person, number = map(int, value.split("."))
    except (signing.BadSignature, ValueError):
        return None
    feed = Feed.objects.select_related("person").filter(person=person, number=number).first()
    return feed.person if feed and feed.person.is_active else None
