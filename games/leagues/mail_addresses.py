"""Addresses of a person in a season: where replies to its mails go, and the link that confirms.

Each names season and person, with a proof of its own: neither follows from the other, nor from the
database.
"""

from __future__ import annotations

import re
from typing import Final

from django.conf import settings
from django.utils.crypto import constant_time_compare, salted_hmac

from games.common.links import site_url
from games.leagues.models import Season
from games.people.models import Person

REPLY: Final = "season"
LEAVE: Final = "leave"
PAGE: Final = "confirm"
KEY: Final = re.compile(r"(\d{1,9})-(\d{1,9})-([0-9a-f]{32})", re.IGNORECASE)

SeasonAndPerson = tuple[Season, Person]


def reply_address(season: Season, person: Person, *, to_leave: bool = False) -> str:
    """Return the address for replies to mails about a season; "" if no mail is read.

    Only the one ``to_leave`` takes a person out of running games.
    """
    if not settings.REPLY_BY_MAIL:
        return ""
    key = _key(LEAVE if to_leave else REPLY, season.pk, person.pk)
    return f"{REPLY}+{key}@{settings.MAIL_DOMAIN}"


def confirm_url(season: Season, person: Person) -> str:
    """Return the URL of the page on which a person confirms without signing in."""
    return site_url("confirm-by-link", _key(PAGE, season.pk, person.pk))


def find_by_local_part(local_part: str) -> SeasonAndPerson | None:
    """Return whom a local part names; None if it was never given out."""
    kind, _plus, key = local_part.partition("+")
    return (_find(REPLY, key) or _find(LEAVE, key)) if kind == REPLY else None


def is_to_leave(local_part: str) -> bool:
    """Whether a local part is one of those ``to_leave``."""
    return _find(LEAVE, local_part.partition("+")[2]) is not None


def find_by_page(key: str) -> SeasonAndPerson | None:
    """Return whom the page behind a link is for; None if it is no link of ours."""
    return _find(PAGE, key)


def _find(purpose: str, key: str) -> SeasonAndPerson | None:
    """Read a key; None also if the person may no longer sign in."""
    found = KEY.fullmatch(key)
    if found is None:
        return None
    season, person = int(found[1]), int(found[2])
    secrets = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    proofs = (_key(purpose, season, person, secret) for secret in secrets)
    if not any(constant_time_compare(proof, key.lower()) for proof in proofs):
        return None
    found_season = Season.objects.select_related("league").filter(pk=season).first()
    found_person = Person.objects.filter(pk=person, is_active=True).first()
    return (found_season, found_person) if found_season and found_person else None


def _key(purpose: str, season: int, person: int, secret: str | None = None) -> str:
    salt = f"games.leagues.mail_addresses/{purpose}"
    names = f"{season}-{person}"
    made = salted_hmac(salt, names, secret=secret, algorithm="sha256").hexdigest()
    return f"{names}-{made[:32]}"
