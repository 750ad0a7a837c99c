"""Addresses to play from: `reply+TOKEN@host`, one for each mail that asks for a decision."""

from __future__ import annotations

import hashlib
import re
import secrets
from datetime import datetime

from django.conf import settings

from games.notices.models import ReplyAddress
from games.people.models import Person
from games.tables.models import Seat

LOCAL = re.compile(r"reply\+([0-9a-f]{32})", re.IGNORECASE)


def new_token() -> str:
    """Gets a fresh token: 128 random bits in lower case, as some servers fold the case."""
    return secrets.token_hex(16)


def token_for(seat: Seat) -> str:
    """Gets a token for a mail about the seat's open decision; "" where there is none to answer."""
    if not settings.REPLY_BY_MAIL or seat.decision is None:
        return ""
    return new_token()


def reply_address(token: str) -> str:
    """Gets the address that a token stands in.

    >>> reply_address("c0ffee")
    'reply+c0ffee@localhost.localdomain'
    """
    return f"reply+{token}@{settings.MAIL_DOMAIN}"


def keep_token(*, token: str, person: Person, seat: Seat, decision: int, now: datetime) -> None:
    """Makes an address good. Call it in the transaction that stores the mail with the token."""
    ReplyAddress.objects.create(
        person=person, seat=seat, decision=decision, digest=digest(token), created_at=now
    )


def find_address(local_part: str) -> ReplyAddress | None:
    """Gets what mail to this local part would answer; None if the token was never given out."""
    found = LOCAL.fullmatch(local_part)
    if found is None:
        return None
    addresses = ReplyAddress.objects.select_related("person", "seat__game", "seat__person")
    return addresses.filter(digest=digest(found[1].lower())).first()


def is_open(address: ReplyAddress) -> bool:
    """Whether the decision still waits for this person; one look, not a lock."""
    seat = address.seat
    return seat.person_id == address.person_id and seat.decision == address.decision


def digest(token: str) -> str:
    """Gets what is stored of a token."""
    return hashlib.sha256(token.encode()).hexdigest()
