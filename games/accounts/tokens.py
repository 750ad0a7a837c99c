"""API tokens: create one, find its person, delete one (decision 137).

A token is ``nm_``, thirty random letters and digits, and six of a checksum, so that scanners for
published secrets recognise it without a request to the site.
"""

from __future__ import annotations

import hashlib
import re
import secrets
import string
import zlib
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _

from games.accounts.models import LONGEST_TOKEN_NAME, ApiToken, Scope
from games.common import sql
from games.common.errors import Refused
from games.people.locking import lock_person
from games.people.models import Person

PREFIX: Final = "nm_"
CHANCE: Final = 30
"""Random letters and digits: 178 bits."""
CHECK: Final = 6
SIGNS: Final = string.digits + string.ascii_uppercase + string.ascii_lowercase
SHAPE: Final = re.compile(rf"{PREFIX}[0-9A-Za-z]{{{CHANCE + CHECK}}}")
MAX_TOKENS: Final = 10
"""The maximum number of tokens of one person."""
LIFETIMES: Final = (7, 30, 90, 365)
"""Lifetimes in days that a token can have."""
USE_NOTED_EVERY: Final = timedelta(hours=1)


def new_token() -> str:
    """Return a fresh token.

    >>> is_token(new_token()), is_token(new_token()[:-1] + "!")
    (True, False)
    """
    chance = "".join(secrets.choice(SIGNS) for _sign in range(CHANCE))
    return f"{PREFIX}{chance}{checksum(chance)}"


def checksum(text: str) -> str:
    """Return the CRC-32 of a text in base 62, as six digits.

    >>> checksum("123456789")
    '3jZRME'
    """
    number, digits = zlib.crc32(text.encode()), ""
    for _digit in range(CHECK):
        number, rest = divmod(number, len(SIGNS))
        digits = SIGNS[rest] + digits
    return digits


def is_token(text: str) -> bool:
    """Whether a text has the form of a token, with a matching checksum."""
    if not SHAPE.fullmatch(text):
        return False
    chance = text[len(PREFIX) : len(PREFIX) + CHANCE]
    return text.endswith(checksum(chance))


def create_token(
    *, person: Person, name: str, scopes: Collection[str], days: int, now: datetime
) -> tuple[ApiToken, str]:
    """Create a token of a person; return its row and its text, which is not stored.

    The caller has checked that the person is present.

    :raises Refused: if the person has as many already, or name, scopes or time are not possible.
    """
    name = name.strip()
    if not 0 < len(name) <= LONGEST_TOKEN_NAME or not name.isprintable():
        raise Refused(
            _("Give the token a name of up to %(most)d characters.") % {"most": LONGEST_TOKEN_NAME}
        )
    if not scopes or not set(scopes) <= set(Scope.values):
        raise Refused(_("Choose what the token may do."))
    if days not in LIFETIMES:
        raise Refused(_("Choose how long the token is valid."))
    text = new_token()
    with transaction.atomic():
        locked = lock_person(person)
        if len(tokens_of(locked, now=now)) >= MAX_TOKENS:
            raise Refused(_("You have %(most)d tokens. Remove one first.") % {"most": MAX_TOKENS})
        token = ApiToken.objects.create(
            person=locked,
            name=name,
            digest=_digest(text),
            hint=text[-4:],
            sign_in_mark=locked.sign_in_digest,
            scopes=[scope for scope in Scope.values if scope in scopes],
            created_at=now,
            expires_at=now + timedelta(days=days),
        )
    return token, text


def tokens_of(person: Person, *, now: datetime) -> list[ApiToken]:
    """Return the valid tokens of a person, the latest first."""
    mark = person.sign_in_digest
    return list(ApiToken.objects.filter(person=person, expires_at__gt=now, sign_in_mark=mark))


def delete_token(*, person: Person, token: int) -> None:
    """Delete a token of a person. Repeating it is no error."""
    ApiToken.objects.filter(person=person, pk=token).delete()


_by_digest: Final = sql.PreparedQuery(
    lambda digest: ApiToken.objects.filter(digest=digest).select_related("person")
)


def find_token(text: str, *, now: datetime) -> ApiToken | None:
    """Return the token of a text, with its person; None if it is not valid (any more)."""
    if not is_token(text):
        return None
    token = _by_digest.first(_digest(text))
    return token if token is not None and _is_good(token, now) else None


def good_tokens(tokens: Collection[int], *, now: datetime) -> dict[int, ApiToken]:
    """Return those of some tokens, by their ids, that are still valid, with their persons."""
    rows = ApiToken.objects.filter(pk__in=tokens).select_related("person")
    return {token.pk: token for token in rows if _is_good(token, now)}


def _is_good(token: ApiToken, now: datetime) -> bool:
    if token.expires_at <= now or not token.person.is_active:
        return False
    return constant_time_compare(token.sign_in_mark, token.person.sign_in_digest)


def note_use(*, token: ApiToken, now: datetime) -> bool:
    """Record that a token is used, once an hour; return whether it did."""
    last = token.last_used_at
    if last is not None and now - last < USE_NOTED_EVERY:
        return False
    ApiToken.objects.filter(pk=token.pk).update(last_used_at=now)
    return True


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
