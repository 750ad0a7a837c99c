"""Notices of invitations: to people whose address was invited, who have an account."""

from __future__ import annotations

from django.conf import settings
from django.utils.translation import gettext as _

from games.common.links import site_url
from games.lobby.invitations.models import EmailInvitation, InvitationStatus
from games.lobby.invitations.selectors import is_open
from games.lobby.invitations.tokens import page_url, reply_address
from games.lobby.invitations.wording import describe, how_to_reply
from games.notifications.models import Notice, NoticeKind
from games.notifications.registry import Content, Topic, register


def _invitation_of(notice: Notice) -> EmailInvitation:
    rows = EmailInvitation.objects.select_related("game", "inviter")
    return rows.get(pk=notice.data["invitation"])


def render_invitation(notice: Notice) -> Content:
    """Return the content of an invitation: as in the mail to an address without an account."""
    invitation = _invitation_of(notice)
    said = describe(invitation)
    until = _("The invitation is valid until %(day)s.") % {"day": said["until"]}
    lines = [said["facts"], until, said["seen"]]
    if settings.REPLY_BY_MAIL:
        lines.insert(1, how_to_reply())
    return Content(
        said["headline"],
        tuple(lines),
        link=(_("Answer the invitation"), page_url(invitation)),
        reply_to=reply_address(invitation),
    )


def is_invitation_relevant(notice: Notice) -> bool:
    """Whether the invitation still waits for an answer."""
    rows = EmailInvitation.objects.select_related("game", "inviter")
    invitation = rows.filter(pk=notice.data["invitation"], status=InvitationStatus.PENDING).first()
    return invitation is not None and is_open(
        invitation, now=max(notice.not_before, notice.created_at)
    )


def topic_of_invitation(notice: Notice) -> Topic:
    """Return the thread of an invitation."""
    invitation = _invitation_of(notice)
    return Topic(
        name=describe(invitation)["subject"],
        url=site_url("lobby" if invitation.game else "groups"),
        why=_("You are receiving this email because a player invited your address."),
    )


register(
    NoticeKind.INVITATION,
    render=render_invitation,
    is_relevant=is_invitation_relevant,
    needs_seat=False,
    topic=topic_of_invitation,
    # The inviter might read the target of a webhook.
    private=True,
)
