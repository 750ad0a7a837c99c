"""Send invitations that are due, remind once, and skip people who do not want any.

Nothing decided here about an address is visible to the inviter.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import transaction

from games.common.jobs import for_each
from games.lobby.invitations.invite import is_address_full
from games.lobby.invitations.mails import write_invitation
from games.lobby.invitations.models import EmailInvitation, InvitationStatus
from games.lobby.invitations.selectors import is_open, owner_of, same_target, unproven_owner_of
from games.notifications import outbox
from games.notifications.mail.opt_outs import has_opted_out
from games.notifications.models import DeliveryStatus, NoticeKind
from games.people.blocks import is_block_between, is_blocked
from games.people.groups import is_member
from games.people.models import Person
from games.people.sanctions import is_suspended
from games.tables.models import Seat

logger = logging.getLogger(__name__)

REMIND_AFTER: Final = timedelta(days=5)


def send_due_invitations(*, now: datetime) -> int:
    """Send due invitations; return how many were sent."""
    due = EmailInvitation.objects.filter(next_at__lte=now).order_by("next_at", "pk")
    pks = due.values_list("pk", flat=True)
    return for_each(pks, lambda pk: _send(pk, now), logger, "Invitation %s could not be sent")[0]


@transaction.atomic
def _send(pk: int, now: datetime) -> bool:
    rows = EmailInvitation.objects.select_for_update(skip_locked=True, of=("self",))
    rows = rows.select_related("game", "inviter", "mail")
    invitation = rows.filter(pk=pk, next_at__lte=now).first()
    if invitation is None:
        return False
    reminds = invitation.sent_at is not None
    wanted = (
        invitation.status == InvitationStatus.PENDING
        and is_open(invitation, now=now)
        and _can_be_written_to(invitation, now, reminds=reminds)
    )
    invitation.next_at = None
    if wanted:
        _write(invitation, now, reminds=reminds)
        if not reminds:
            invitation.sent_at = now
            invitation.next_at = invitation.created_at + REMIND_AFTER
    invitation.save(update_fields=["next_at", "sent_at", "mail"])
    return wanted


def _can_be_written_to(invitation: EmailInvitation, now: datetime, *, reminds: bool) -> bool:
    """Whether the address may get this mail: not opted out, bounced, or over its limit."""
    address = invitation.address
    if not address or has_opted_out(address) or invitation.undeliverable:
        return False
    if reminds:
        return invitation.mail is None or invitation.mail.status != DeliveryStatus.FAILED
    # Somebody else there may have invited the address before.
    others = same_target(invitation).filter(
        digest=invitation.digest, sent_at__isnull=False, status=InvitationStatus.PENDING
    )
    if others.exclude(pk=invitation.pk).exists() or is_address_full(address, now=now):
        return False
    owner = owner_of(address)
    if owner is None:
        return bool(settings.SIGN_UP_OPEN) and _can_become_a_player(address, invitation, now)
    return _is_welcome(owner, invitation, now)


def _can_become_a_player(address: str, invitation: EmailInvitation, now: datetime) -> bool:
    """Whether an address without a proven account may get mail.

    A person who signed up with it without proving it may be banned, or be the inviter.
    """
    person = unproven_owner_of(address)
    return person is None or _is_welcome(person, invitation, now)


def _is_welcome(person: Person, invitation: EmailInvitation, now: datetime) -> bool:
    """Whether a person may get this invitation: not the inviter, not seated or a member, allowed to
    play, and without a block that keeps them from the table.
    """
    organiser = invitation.game.organiser_id if invitation.game else None
    seated = Seat.objects.filter(game=invitation.game_id, person=person).exists()
    seated |= is_member(invitation.group_id, person)
    return (
        person.pk != invitation.inviter_id
        and person.is_active
        and not seated
        and not is_suspended(person, now=now)
        and not is_blocked(by=person, person=invitation.inviter_id)
        and not (organiser and is_block_between(person, organiser))
    )


def _write(invitation: EmailInvitation, now: datetime, *, reminds: bool) -> None:
    owner = owner_of(invitation.address)
    if owner is None:
        invitation.mail = write_invitation(invitation=invitation, reminds=reminds, now=now)
        return
    outbox.notify(
        person=owner,
        kind=NoticeKind.INVITATION,
        topic=f"invitation:{invitation.pk}",
        data={"invitation": invitation.pk, "reminds": reminds},
        now=now,
    )
