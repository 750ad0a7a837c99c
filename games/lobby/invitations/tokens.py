"""Addresses and links of an invitation: where replies go, the page behind the link, bounces.

Each is the id of the invitation with a proof of its own. None can be derived from another, nor from
the database.
"""

from __future__ import annotations

import re
from typing import Final

from django.conf import settings
from django.utils.crypto import constant_time_compare, salted_hmac

from games.common.links import site_url
from games.lobby.invitations.models import EmailInvitation

REPLY: Final = "invitation"
BOUNCE: Final = "undelivered"
PAGE: Final = "page"
KEY: Final = r"(\d{1,18})-([0-9a-f]{32})"
LOCAL_PART: Final = re.compile(rf"({REPLY}|{BOUNCE})\+{KEY}", re.IGNORECASE)


def reply_address(invitation: EmailInvitation) -> str:
    """Return the address for replies to an invitation; "" if no mail is read."""
    return f"{REPLY}+{_key(REPLY, invitation)}@{settings.MAIL_DOMAIN}" if _reads_mail() else ""


def return_path(invitation: EmailInvitation) -> str:
    """Return the envelope sender of an invitation."""
    return f"{BOUNCE}+{_key(BOUNCE, invitation)}@{settings.MAIL_DOMAIN}" if _reads_mail() else ""


def page_url(invitation: EmailInvitation) -> str:
    """Return the URL of the page on which an invitation is answered."""
    return site_url("email-invitation", _key(PAGE, invitation))


def find_by_local_part(local_part: str) -> tuple[str, EmailInvitation] | None:
    """Return the kind of a local part (:data:`REPLY` or :data:`BOUNCE`), and its invitation.

    None if it was never issued, or the invitation is gone.
    """
    found = LOCAL_PART.fullmatch(local_part)
    if found is None:
        return None
    kind = found[1].lower()
    invitation = _find(kind, found[2], found[3])
    return (kind, invitation) if invitation else None


def find_by_page(key: str) -> EmailInvitation | None:
    """Return the invitation of a page; None if there is none."""
    found = re.fullmatch(KEY, key)
    return _find(PAGE, found[1], found[2]) if found else None


def _find(purpose: str, number: str, proof: str) -> EmailInvitation | None:
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    known = any(
        constant_time_compare(_proof(purpose, int(number), key), proof.lower()) for key in keys
    )
    if not known:
        return None
    rows = EmailInvitation.objects.select_related("game", "inviter")
    return rows.filter(pk=int(number)).first()


def _key(purpose: str, invitation: EmailInvitation) -> str:
    return f"{invitation.pk}-{_proof(purpose, invitation.pk, settings.SECRET_KEY)}"


def _proof(purpose: str, number: int, key: str) -> str:
    salt = f"games.lobby.invitations.tokens/{purpose}"
    made = salted_hmac(salt, str(number), secret=key, algorithm="sha256").hexdigest()
    return str(made)[:32]


def _reads_mail() -> bool:
    return bool(settings.REPLY_BY_MAIL)
