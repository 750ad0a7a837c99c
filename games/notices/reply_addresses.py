"""Addresses that answers go to, one for each mail that can be answered.

To `reply+TOKEN@host` one writes a move, to `talk+TOKEN@host` what is said at the table. The row of
an address says which of the two it is, so that nobody makes a move of the other kind of answer.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from datetime import datetime

from django.conf import settings

from games.notices.models import ReplyAddress
from games.people.models import Person
from games.tables.models import Seat

MOVE = "reply"
TALK = "talk"
LOCAL = re.compile(rf"({MOVE}|{TALK})\+([0-9a-f]{{32}})", re.IGNORECASE)


def new_token() -> str:
    """Gets a fresh token: 128 random bits in lower case, as some servers fold the case."""
    return secrets.token_hex(16)


def token_for(seat: Seat) -> str:
    """Gets a token for a mail about the seat's open decision; "" where there is none to answer."""
    if not settings.REPLY_BY_MAIL or seat.decision is None:
        return ""
    return new_token()


def talk_token(seat: Seat | None) -> str:
    """Gets a token for a mail about what was said at a seat's table; "" where none is read."""
    return new_token() if settings.REPLY_BY_MAIL and seat is not None else ""


def reply_address(token: str, kind: str = MOVE) -> str:
    """Gets the address that a token stands in.

    >>> reply_address("c0ffee"), reply_address("c0ffee", TALK)
    ('reply+c0ffee@localhost.localdomain', 'talk+c0ffee@localhost.localdomain')
    """
    return f"{kind}+{token}@{settings.MAIL_DOMAIN}"


def keep_token(
    *, token: str, person: Person, seat: Seat, decision: int | None, now: datetime
) -> None:
    """Makes an address good: for a decision, or for the talk at the table where that is None.

    Call it in the transaction that stores the mail with the token.
    """
    ReplyAddress.objects.create(
        person=person, seat=seat, decision=decision, digest=digest(token), created_at=now
    )


def find_address(local_part: str) -> ReplyAddress | None:
    """Gets what mail to this local part would answer; None if the token was never given out."""
    found = LOCAL.fullmatch(local_part)
    if found is None:
        return None
    kind, token = found[1].lower(), found[2].lower()
    addresses = ReplyAddress.objects.select_related("person", "seat__game", "seat__person")
    return addresses.filter(digest=digest(token), decision__isnull=kind == TALK).first()


def digest(token: str) -> str:
    """Gets what is stored of a token."""
    return hashlib.sha256(token.encode()).hexdigest()
