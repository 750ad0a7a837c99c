"""Addresses and links of an invitation: where replies go, the page behind the link, bounces.

Each is the id of the invitation with a proof of its own. None can be derived from another, nor from
the database.
"""

from __future__ import annotations

from typing import Final

from games.common.links import site_url
from games.common.proofs import mail_address, make_key, read_key
from games.lobby.invitations.models import EmailInvitation

REPLY: Final = "invitation"
BOUNCE: Final = "undelivered"
PAGE: Final = "page"
SALT: Final = "games.lobby.invitations.tokens/"


def reply_address(invitation: EmailInvitation) -> str:
    """Return the address for replies to an invitation; "" if no mail is read."""
    return mail_address(REPLY, SALT + REPLY, invitation.pk)


def return_path(invitation: EmailInvitation) -> str:
    """Return the envelope sender of an invitation."""
    return mail_address(BOUNCE, SALT + BOUNCE, invitation.pk)


def page_url(invitation: EmailInvitation) -> str:
    """Return the URL of the page on which an invitation is answered."""
    return site_url("email-invitation", make_key(SALT + PAGE, invitation.pk))


def find_by_local_part(local_part: str) -> tuple[str, EmailInvitation] | None:
    """Return the kind of a local part (:data:`REPLY` or :data:`BOUNCE`), and its invitation.

    None if it was never issued, or the invitation is gone.
    """
    kind, _plus, key = local_part.lower().partition("+")
    invitation = _find(kind, key) if kind in (REPLY, BOUNCE) else None
    return (kind, invitation) if invitation else None


def find_by_page(key: str) -> EmailInvitation | None:
    """Return the invitation of a page; None if there is none."""
    return _find(PAGE, key)


def _find(purpose: str, key: str) -> EmailInvitation | None:
    ids = read_key(SALT + purpose, key)
    if len(ids) != 1:
        return None
    return EmailInvitation.objects.select_related("game", "inviter").filter(pk=ids[0]).first()
