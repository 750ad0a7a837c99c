"""Reasons in words: each is stored once, to be erased if it must, and known by its digest."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable
from typing import Final

from django.utils.translation import gettext as _

from games.errors import Refused
from games.moderation.models import Reason

LONGEST: Final = 1_000
SHORTEST: Final = 3


def tidy_reason(text: str) -> str:
    """Gets a reason without space around it.

    :raises Refused: if there is none, or it is too long.
    """
    text = text.replace("\x00", "").strip()
    if len(text) < SHORTEST:
        raise Refused(_("Write down a reason: those whom it concerns will read it."))
    if len(text) > LONGEST:
        raise Refused(
            _("A reason has at most %(most)d characters. Shorten it.") % {"most": LONGEST}
        )
    return text


def keep_reason(text: str) -> str:
    """Stores a reason; gets its digest for the logs."""
    salt = secrets.token_hex(16)
    digest = hashlib.sha256((salt + text).encode()).hexdigest()
    Reason.objects.create(digest=digest, salt=salt, text=text)
    return digest


def reasons(digests: Iterable[str]) -> dict[str, str]:
    """Gets the words of reasons by their digests; what was erased is not in it."""
    return dict(Reason.objects.filter(digest__in=set(digests)).values_list("digest", "text"))
