"""Invite an address to a table, and withdraw the invitation, regardless of its owner."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.utils.translation import gettext as _

from games.common.errors import Refused
from games.common.jobs import send_on_commit
from games.lobby.invitations.limits import check_limits
from games.lobby.invitations.models import EmailInvitation, InvitationStatus
from games.lobby.invitations.selectors import is_at_table
from games.lobby.seating import lock_open_game
from games.notifications.mail.opt_outs import address_digest, address_digests, normal_address
from games.notifications.models import AccountMail, DeliveryStatus
from games.people.locking import lock_person
from games.people.models import Person
from games.people.sanctions import check_not_suspended
from games.tables.models import Game

SEND_TASK: Final = "games.send_invitations"
LONGEST_ADDRESS: Final = 254


def clean_address(text: str) -> str:
    """Return the typed address in the form that mail carries.

    :raises Refused: if it is no address.
    """
    refusal = Refused(_("This is not an email address. Check it and try again."))
    typed = text.strip()
    if len(typed) > LONGEST_ADDRESS:
        raise refusal
    try:
        validate_email(typed)
        address = normal_address(typed)
    except (ValidationError, UnicodeError) as error:
        raise refusal from error
    if len(address) > LONGEST_ADDRESS:
        raise refusal
    return address


@transaction.atomic
def invite(
    *, game: Game, inviter: Person, address: str, network: str = "", now: datetime
) -> EmailInvitation:
    """Invite an address to a game that has not begun; a worker sends it.

    Nothing here depends on the owner of the address: response and duration are the same for an
    address with an account, without one, opted out, blocked, or the inviter's own.
    ``network`` is the hash of the inviter's network, from ``network_digest``.

    :raises Refused: if the address is invalid or was invited by this person before, the game has
        begun, the inviter does not sit at it or may begin no games, or a limit is reached.
    """
    address = clean_address(address)
    check_not_suspended(inviter, now=now)
    lock_person(inviter)
    locked = lock_open_game(game)
    if not is_at_table(inviter, locked):
        raise Refused(_("Only players at this table can invite others to it."))
    mine = locked.email_invitations.filter(
        inviter=inviter, digest__in=list(address_digests(address))
    )
    if mine.exclude(status=InvitationStatus.EXPIRED).exists():
        raise Refused(_("You have already invited this address to this table."))
    check_limits(inviter=inviter, game=locked, network=network, now=now)
    invitation = EmailInvitation.objects.create(
        game=locked,
        inviter=inviter,
        address=address,
        digest=address_digest(address),
        link=locked.invitation,
        language=inviter.language,
        network=network,
        created_at=now,
        next_at=now,
    )
    send_on_commit(SEND_TASK)
    return invitation


@transaction.atomic
def withdraw(*, invitation: EmailInvitation, inviter: Person) -> None:
    """End an unanswered invitation: its link and replies to it are invalid from now on.

    It stays in the counts of the limits, so that nobody can write to an address again and again.

    :raises Refused: if somebody else has sent it, or it has been answered or has expired.
    """
    row = EmailInvitation.objects.select_for_update().get(pk=invitation.pk)
    if row.inviter_id != inviter.pk:
        raise Refused(_("You can withdraw only invitations of your own."))
    if row.status != InvitationStatus.PENDING:
        raise Refused(_("This invitation has been answered or has expired."))
    EmailInvitation.objects.filter(pk=row.pk).update(status=InvitationStatus.EXPIRED, next_at=None)
    # An unsent one is not sent at all.
    AccountMail.objects.filter(invitations=row, status=DeliveryStatus.PENDING).delete()
