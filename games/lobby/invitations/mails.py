"""Mails of invitations to addresses, which may have no account: the invitation, and answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from email.utils import parseaddr
from typing import Any, Final

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from games.common.links import site_url
from games.lobby.invitations.models import EmailInvitation
from games.lobby.invitations.tokens import page_url, reply_address, return_path
from games.lobby.invitations.wording import describe, how_to_reply
from games.notifications.mail.account_mails import write_account_mail
from games.notifications.mail.identifiers import ways_to_stop
from games.notifications.mail.unsubscribe import INVITES, make_opt_out_token
from games.notifications.models import AccountMail

USEFUL: Final = timedelta(days=3)
ANSWER_USEFUL: Final = timedelta(days=1)


def write_invitation(*, invitation: EmailInvitation, reminds: bool, now: datetime) -> AccountMail:
    """Store the mail to an address without an account; ``reminds`` marks the reminder."""
    zone = invitation.inviter.zone
    with translation.override(invitation.language), timezone.override(zone):
        token = make_opt_out_token(invitation.digest)
        stop = site_url("unsubscribe", INVITES, token)
        context = {
            **_head(invitation),
            **describe(invitation),
            "reminds": reminds,
            "how": how_to_reply() if settings.REPLY_BY_MAIL else "",
            "answerable": settings.REPLY_BY_MAIL,
            "page": page_url(invitation),
            "reason": _(
                "You are receiving this email because a player entered this address on our site. "
                "We erase it after 14 days if you do not answer."
            ),
            "unsubscribe_links": [(_("No more invitations to this address"), stop)],
        }
        return _write(
            invitation,
            context,
            kind="invitation",
            recipient=invitation.address,
            now=now,
            useful=USEFUL,
            # Without replies nobody reads the address that invitations are sent from.
            reply_to=reply_address(invitation) or parseaddr(settings.DEFAULT_FROM_EMAIL)[1],
            unsubscribe=ways_to_stop(INVITES, token),
            return_path=return_path(invitation),
        )


def write_answer(
    *,
    invitation: EmailInvitation,
    recipient: str,
    title: str,
    lines: Sequence[str],
    in_reply_to: str,
    now: datetime,
    answerable: bool = True,
) -> AccountMail:
    """Store the answer to a reply; the caller has switched to the reader's language.

    ``in_reply_to`` is the Message-ID of the reply, or "". ``answerable`` says that replies to this
    mail are read like the first reply.
    """
    answerable = answerable and settings.REPLY_BY_MAIL
    context = {
        **_head(invitation),
        "headline": title,
        "lines": lines,
        "answerable": answerable,
        "page": "",
        "reason": _("You are receiving this email because you replied to an invitation."),
        "unsubscribe_links": [],
    }
    return _write(
        invitation,
        context,
        kind="invitation_answer",
        recipient=recipient,
        now=now,
        useful=ANSWER_USEFUL,
        reply_to=reply_address(invitation) if answerable else "",
        in_reply_to=in_reply_to,
    )


def _write(invitation: EmailInvitation, context: Mapping[str, Any], **options: Any) -> AccountMail:
    """Store a mail about an invitation in the active language."""
    return write_account_mail(
        subject=_subject(invitation),
        text=render_to_string("mail/invitation.txt", context),
        html=render_to_string("mail/invitation.html", context),
        language=translation.get_language() or invitation.language,
        stream="invitation",
        sender=settings.INVITATIONS_FROM,
        **options,
    )


def _subject(invitation: EmailInvitation) -> str:
    return f"[{settings.SITE_NAME}] {describe(invitation)['subject']}"


def _head(invitation: EmailInvitation) -> dict[str, Any]:
    """Return the context of mail/layout.html. No game or club appears by name."""
    return {
        "language": translation.get_language(),
        "subject": _subject(invitation),
        "site_name": settings.SITE_NAME,
        "site_url": settings.SITE_URL,
        "thread_board": invitation.game.board_name if invitation.game else "",
        "thread_name": invitation.game.code if invitation.game else _("Invitation"),
        "thread_url": settings.SITE_URL + "/",
    }
