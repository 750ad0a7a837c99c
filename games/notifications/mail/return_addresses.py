"""The addresses that a mail comes back to: one for answers, one for bounces (decision 10).

To `reply+TOKEN@host` one writes a move, to `talk+TOKEN@host` what is said at the table. The row of
an address says which of the two it is, so that nobody makes a move of the other kind of answer.

Reports of other servers quote what they like; only the address tells which mail is meant.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from datetime import datetime

from django.conf import settings
from django.utils.crypto import constant_time_compare, salted_hmac

from games.common import sql
from games.notifications.models import Mail, ReplyAddress
from games.people.models import Person
from games.tables.models import Seat

MOVE = "reply"
TALK = "talk"
REPLY_LOCAL_PART = re.compile(rf"({MOVE}|{TALK})\+([0-9a-f]{{32}})", re.IGNORECASE)


def new_token() -> str:
    """A fresh token: 128 random bits in lower case, as some servers fold the case."""
    return secrets.token_hex(16)


def turn_reply_token(seat: Seat) -> str:
    """A token for a mail about the seat's open decision; "" where there is none to answer."""
    if not settings.REPLY_BY_MAIL or seat.decision is None:
        return ""
    return new_token()


def decision_link_token(seat: Seat) -> str:
    """A token for the main link of a mail about the seat's open decision; "" where none is open."""
    return "" if seat.decision is None else new_token()


def talk_reply_token(seat: Seat | None) -> str:
    """A token for a mail about what was said at a seat's table; "" where none is read."""
    return new_token() if settings.REPLY_BY_MAIL and seat is not None else ""


def reply_address(token: str, kind: str = MOVE) -> str:
    """The address with a token; "" for no token.

    >>> reply_address("c0ffee"), reply_address("c0ffee", TALK)
    ('reply+c0ffee@localhost.localdomain', 'talk+c0ffee@localhost.localdomain')
    """
    return f"{kind}+{token}@{settings.MAIL_DOMAIN}" if token else ""


def store_reply_token(
    *,
    token: str,
    person: Person,
    seat: Seat,
    decision: int | None,
    now: datetime,
    link: str = "",
) -> None:
    """Make an address good: for a decision, or for the talk at the table where that is None.

    ``link`` is the token of the main link of the same mail, "" for none. Where no answers are read
    ``token`` is "", and nobody knows the address. Call it in the transaction that stores the mail.
    """
    row = ReplyAddress(
        person=person,
        seat=seat,
        decision=decision,
        digest=token_digest(token or new_token()),
        link=token_digest(link) if link else None,
        created_at=now,
    )
    sql.insert([row])


def find_reply_address(local_part: str) -> ReplyAddress | None:
    """Find the address with this local part; None if the token was never given out."""
    found = REPLY_LOCAL_PART.fullmatch(local_part)
    if found is None:
        return None
    kind, token = found[1].lower(), found[2].lower()
    rows = ReplyAddress.objects.select_related("person", "seat__game", "seat__person")
    return rows.filter(digest=token_digest(token), decision__isnull=kind == TALK).first()


def token_digest(token: str) -> str:
    """The digest that is stored of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


RETURN_LOCAL_PART = re.compile(r"bounce\+(\d{1,18})-([0-9a-f]{20})", re.IGNORECASE)
RETURN_PATH_SALT = "games.notices.return_paths"


def return_path(mail: Mail) -> str:
    """The sender for the envelope of a stored mail."""
    return f"bounce+{mail.pk}-{_proof(mail.pk, settings.SECRET_KEY)}@{settings.MAIL_DOMAIN}"


def mail_of_return_path(local_part: str) -> Mail | None:
    """The mail that comes back to this local part; None if the address was never given out."""
    found = RETURN_LOCAL_PART.fullmatch(local_part)
    if found is None:
        return None
    pk, proof = int(found[1]), found[2].lower()
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    if not any(constant_time_compare(_proof(pk, key), proof) for key in keys):
        return None
    return Mail.objects.select_related("person").defer("source").filter(pk=pk).first()


def _proof(pk: int, key: str) -> str:
    made = salted_hmac(RETURN_PATH_SALT, str(pk), secret=key, algorithm="sha256").hexdigest()
    return str(made)[:20]
