"""A person's deadlines as a calendar: its secret address, switching it on and off, its content
without a card.
"""

from __future__ import annotations

import secrets
from datetime import datetime
from typing import Final

from django.conf import settings
from django.core import signing
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from games.common.links import site_url
from games.facts.prompts import dated_prompt
from games.notifications.feeds.icalendar import CalendarEvent, write_calendar
from games.notifications.feeds.models import Feed
from games.people.models import Person
from games.tables.models import Seat
from games.tables.selectors import seats_to_move

SIGNER: Final = signing.Signer(salt="games.feeds")


def feed_url(feed: Feed) -> str:
    """The address of a calendar as it is now. It is not stored: it follows from the key."""
    token = SIGNER.sign(f"{feed.person_id}.{feed.number}").replace(":", ".")
    return site_url("calendar-feed", token)


def person_of_feed(token: str) -> Person | None:
    """The person whose calendar an address shows; None if it was made up, or has been renewed."""
    try:
        value = SIGNER.unsign(":".join(token.rsplit(".", 1)))
        person, number = map(int, value.split("."))
    except (signing.BadSignature, ValueError):
        return None
    feed = Feed.objects.select_related("person").filter(person=person, number=number).first()
    return feed.person if feed and feed.person.is_active else None


NUMBERS: Final = 2**31 - 1


def renew_feed(*, person: Person, now: datetime) -> Feed:
    """Give a person's calendar an address that nobody knows yet; switch it on if need be."""
    # By chance, not by counting: what was switched off must not come back with its old address.
    number = 1 + secrets.randbelow(NUMBERS)
    fresh = {"number": number, "created_at": now}
    feed, _made = Feed.objects.update_or_create(person=person, defaults=fresh)
    return feed


def switch_off_feed(*, person: Person) -> None:
    """Make the address useless."""
    Feed.objects.filter(person=person).delete()


def deadline_calendar(*, person: Person, now: datetime) -> bytes:
    """The calendar of a person's deadlines in the person's language (RFC 5545)."""
    with translation.override(person.language), timezone.override(person.zone):
        return write_calendar(
            name=_("Turns at %(site)s") % {"site": settings.SITE_NAME},
            maker="-//Night Mail//Deadlines//EN",
            moments=[_deadline(seat) for seat in seats_to_move(person) if seat.due_at],
            now=now,
        )


def _deadline(seat: Seat) -> CalendarEvent:
    assert seat.due_at is not None
    game = seat.game
    url = site_url("game", game.code)
    return CalendarEvent(
        # The clock may move a deadline: then the same event moves.
        uid=f"g{game.code}.d{seat.decision}.s{seat.number}@{settings.MAIL_DOMAIN}",
        at=seat.due_at,
        summary=_("Your time runs out: %(board)s %(code)s")
        % {"board": game.board_name, "code": game.title},
        description=f"{dated_prompt(seat.kind, seat.due_at)}\n{url}",
        url=url,
    )
