"""The addresses that a mail comes back to: for answers, for bounces, and for the operators.

To `reply+TOKEN@host` one writes a move, to `talk+TOKEN@host` what is said at the table. The row of
an address says which of the two it is, so that nobody makes a move of the other kind of answer.

Reports of other servers quote what they like; only the address tells which mail is meant
(decision 10).
"""

from __future__ import annotations

import hashlib
import re
import secrets
from datetime import datetime
from email.utils import parseaddr
from typing import Final

from django.conf import settings
from django.utils.crypto import constant_time_compare, salted_hmac

from games.common import sql
from games.notifications.models import AccountMail, Mail, ReplyAddress
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
    ``token`` is "", and nobody knows the address. A mail with neither has no row. Call it in the
    transaction that stores the mail.
    """
    if not token and not link:
        return
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


BOUNCE: Final = "bounce"
ACCOUNT: Final = "account"
"""The kinds of return paths: of mails to people, and of mails to addresses about accounts."""
RETURN_LOCAL_PART = re.compile(
    rf"({BOUNCE}|{ACCOUNT})\+(\d{{1,18}})-([0-9a-f]{{20}})", re.IGNORECASE
)
RETURN_PATH_SALTS: Final = {
    BOUNCE: "games.notices.return_paths",
    ACCOUNT: "games.notices.return_paths.accounts",
}


def return_path(mail: Mail | AccountMail) -> str:
    """The sender for the envelope of a stored mail."""
    kind = BOUNCE if isinstance(mail, Mail) else ACCOUNT
    proof = _proof(kind, mail.pk, settings.SECRET_KEY)
    return f"{kind}+{mail.pk}-{proof}@{settings.MAIL_DOMAIN}"


def mail_of_return_path(local_part: str) -> Mail | AccountMail | None:
    """The mail that comes back to this local part; None if the address was never given out."""
    found = RETURN_LOCAL_PART.fullmatch(local_part)
    if found is None:
        return None
    kind, pk, proof = found[1].lower(), int(found[2]), found[3].lower()
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    if not any(constant_time_compare(_proof(kind, pk, key), proof) for key in keys):
        return None
    if kind == ACCOUNT:
        return AccountMail.objects.defer("source").filter(pk=pk).first()
    return Mail.objects.select_related("person").defer("source").filter(pk=pk).first()


def _proof(kind: str, pk: int, key: str) -> str:
    salt = RETURN_PATH_SALTS[kind]
    made = salted_hmac(salt, str(pk), secret=key, algorithm="sha256").hexdigest()
    return str(made)[:20]


ABUSE: Final = "abuse"
OPERATORS: Final = ("postmaster", ABUSE)
"""The local parts that reach the operators of a site (RFC 2142)."""


def is_operators_address(recipient: str) -> bool:
    """Whether mail to an address is passed on to the operators; no if the site names none.

    That is `postmaster@` and `abuse@` of our domains, and every sender of our mails.
    """
    if not settings.ADMINS:
        return False
    senders = {
        parseaddr(sender)[1].lower()
        for sender in (settings.DEFAULT_FROM_EMAIL, settings.INVITATIONS_FROM)
    }
    address = recipient.strip().strip("<>").lower()
    local, _at, host = address.partition("@")
    hosts = {settings.MAIL_DOMAIN.lower(), *(sender.partition("@")[2] for sender in senders)}
    # RFC 5321, section 4.5.1: "postmaster" is good without a host.
    return address in senders or (local in OPERATORS and (host in hosts or not host))
