"""The address that a mail comes back to: each mail has its own, so a report need not name it.

Reports of other servers quote what they like; who is meant is known by the address alone.
"""

from __future__ import annotations

import re

from django.conf import settings
from django.utils.crypto import constant_time_compare, salted_hmac

from games.notices.models import Mail

LOCAL = re.compile(r"bounce\+(\d{1,18})-([0-9a-f]{20})", re.IGNORECASE)
SALT = "games.notices.return_paths"


def return_path(mail: Mail) -> str:
    """Gets the sender for the envelope of a stored mail."""
    return f"bounce+{mail.pk}-{_proof(mail.pk, settings.SECRET_KEY)}@{settings.MAIL_DOMAIN}"


def mail_of(local_part: str) -> Mail | None:
    """Gets the mail that comes back to this local part; None if the address was never given out."""
    found = LOCAL.fullmatch(local_part)
    if found is None:
        return None
    pk, proof = int(found[1]), found[2].lower()
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    if not any(constant_time_compare(_proof(pk, key), proof) for key in keys):
        return None
    return Mail.objects.select_related("person").defer("source").filter(pk=pk).first()


def _proof(pk: int, key: str) -> str:
    made = salted_hmac(SALT, str(pk), secret=key, algorithm="sha256").hexdigest()
    return str(made)[:20]
