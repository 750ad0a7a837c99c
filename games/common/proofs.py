"""Keys in addresses and links: ids with a proof that this site made them.

A key for one purpose follows neither from that for another nor from the database.
"""

from __future__ import annotations

import re
from typing import Final

from django.conf import settings
from django.utils.crypto import constant_time_compare, salted_hmac

KEY: Final = re.compile(r"((?:\d{1,18}-){1,2})([0-9a-f]{32})", re.IGNORECASE)


def make_key(salt: str, *ids: int) -> str:
    """Return the key of one id or two; ``salt`` names the purpose."""
    names = "-".join(map(str, ids))
    return f"{names}-{_proof(salt, names, settings.SECRET_KEY)}"


def mail_address(kind: str, salt: str, *ids: int) -> str:
    """Return the address of a kind for replies, with a key; "" if no mail is read."""
    if not settings.REPLY_BY_MAIL:
        return ""
    return f"{kind}+{make_key(salt, *ids)}@{settings.MAIL_DOMAIN}"


def read_key(salt: str, key: str) -> tuple[int, ...]:
    """Return the ids of a key; () if it was not made here for this purpose."""
    found = KEY.fullmatch(key)
    if found is None:
        return ()
    names, proof = found[1][:-1], found[2].lower()
    secrets = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    if not any(constant_time_compare(_proof(salt, names, secret), proof) for secret in secrets):
        return ()
    return tuple(map(int, names.split("-")))


def _proof(salt: str, names: str, secret: str) -> str:
    return str(salted_hmac(salt, names, secret=secret, algorithm="sha256").hexdigest())[:32]
