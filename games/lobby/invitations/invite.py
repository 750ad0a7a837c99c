"""Invite an address to a table or a club, and withdraw the invitation, regardless of its owner.

Limits are by person, by table and by network; and, silently, by address. The last counts what
others have sent, too. It does not refuse, which would reveal other inviters: an invitation beyond
it is not sent.
"""

from __future__ import annotations

import ipaddress
import re
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Final

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.common.errors import Refused
from games.common.jobs import send_on_commit
from games.lobby.groups.groups import lock_owned
from games.lobby.invitations.models import EmailInvitation, InvitationStatus
from games.lobby.invitations.selectors import is_at_table
from games.lobby.seating import lock_open_game
from games.notifications.mail.opt_outs import address_digest, address_digests, normal_address
from games.notifications.models import AccountMail, DeliveryStatus
from games.people.groups import PlayerGroup
from games.people.locking import lock_person
from games.people.models import Person
from games.people.sanctions import check_not_suspended
from games.people.traces import network_of
from games.players.selectors import reliability_of
from games.tables.models import Game

SEND_TASK: Final = "games.send_invitations"
LONGEST_ADDRESS: Final = 254
LONGEST_TEXT: Final = 20_000
"""Characters with addresses that can be pasted at once."""


def clean_address(text: str) -> str:
    """Return the typed address in the form that mail carries.

    :raises Refused: if it is no address.
    """
    refusal = Refused(_("This is not an email address. Check it and try again."))
    typed = text.strip()
    try:
        validate_email(typed)
        address = normal_address(typed)
    except (ValidationError, UnicodeError) as error:
        raise refusal from error
    if max(len(typed), len(address)) > LONGEST_ADDRESS:
        raise refusal
    return address


@transaction.atomic
def invite(
    *,
    game: Game | None = None,
    group: PlayerGroup | None = None,
    inviter: Person,
    address: str,
    network: str = "",
    now: datetime,
) -> EmailInvitation:
    """Invite an address to a game that has not begun, or to a club; a worker sends it.

    Nothing here depends on the owner of the address: response and duration are the same for an
    address with an account, without one, opted out, blocked, or the inviter's own.
    ``network`` is the hash of the inviter's network, from ``network_digest``.

    :raises Refused: if the address is invalid or was invited by this person before, the game has
        begun, the inviter does not sit at it or own the club, or may begin no games, or a limit is
        reached.
    """
    address = clean_address(address)
    check_not_suspended(inviter, now=now)
    lock_person(inviter)
    locked = lock_open_game(game) if game is not None else None
    if locked is not None and not is_at_table(inviter, locked):
        raise Refused(_("Only players at this table can invite others to it."))
    if group is not None:
        lock_owned(group, inviter)
    mine = EmailInvitation.objects.filter(game=locked, group=group, inviter=inviter)
    mine = mine.exclude(status=InvitationStatus.EXPIRED)
    if mine.filter(digest__in=list(address_digests(address))).exists():
        raise Refused(_("You have already invited this address to this table."))
    check_limits(inviter=inviter, game=locked, network=network, now=now)
    invitation = EmailInvitation.objects.create(
        game=locked,
        group=group,
        inviter=inviter,
        address=address,
        digest=address_digest(address),
        link=locked.invitation if locked is not None else "",
        language=inviter.language,
        network=network,
        created_at=now,
        next_at=now,
    )
    send_on_commit(SEND_TASK)
    return invitation


def invite_to_club(
    *, group: PlayerGroup, inviter: Person, text: str, network: str = "", now: datetime
) -> int:
    """Invite all addresses in a text to a club; return how many.

    Those that this person has invited before are left out, so the same text can be sent again.

    :raises Refused: if there is nobody to invite, or a limit is reached; it says how many have been
        invited until then.
    """
    if len(text) > LONGEST_TEXT:
        raise Refused(
            _("Up to %(most)d characters can be read at once. Send the addresses in parts.")
            % {"most": LONGEST_TEXT}
        )
    addresses = {}
    for word in re.split(r"[\s,;<>]+", text):
        with suppress(Refused):
            address = clean_address(word)
            addresses[address_digest(address)] = address
    mine = EmailInvitation.objects.filter(group=group, inviter=inviter)
    known = set(mine.exclude(status=InvitationStatus.EXPIRED).values_list("digest", flat=True))
    new = [one for one in addresses.values() if known.isdisjoint(address_digests(one))]
    if not new:
        raise Refused(_("This text has no email address that you have not invited already."))
    for number, address in enumerate(new):
        try:
            invite(group=group, inviter=inviter, address=address, network=network, now=now)
        except Refused as refusal:
            if number == 0:
                raise
            raise Refused(f"{invited_text(number)} {refusal}") from refusal
    return len(new)


def invited_text(count: int) -> str:
    """Return how many addresses were invited, as a sentence."""
    return ngettext("%(count)d address is invited.", "%(count)d addresses are invited.", count) % {
        "count": count
    }


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


A_DAY: Final = timedelta(days=1)
A_FORTNIGHT: Final = timedelta(days=14)
OF_A_PERSON: Final = 12
OF_A_NEWCOMER: Final = 4
"""Invitations in a day by a person with too few turns for a reliability."""
OF_A_NETWORK: Final = 24
AT_A_TABLE: Final = 10
"""Unanswered invitations by one person to one table."""
TO_AN_ADDRESS: Final = 2
"""Invitations sent to one mailbox in a day, by all inviters."""
TO_AN_ADDRESS_IN_A_FORTNIGHT: Final = 5


def network_digest(address: str, now: datetime) -> str:
    """Return the hash of the network of an IP address, with a new key each day; "" for none."""
    try:
        network = network_of(ipaddress.ip_address(address))
    except ValueError:
        return ""
    salt = f"games.lobby.invitations.limits/{now:%Y-%m-%d}"
    return salted_hmac(salt, network, algorithm="sha256").hexdigest()


def check_limits(*, inviter: Person, game: Game | None, network: str, now: datetime) -> None:
    """Check that a person may invite one more address. The caller holds the person's lock.

    :raises Refused: if a limit is reached, with what to do.
    """
    lately = EmailInvitation.objects.filter(created_at__gt=now - A_DAY)
    known = reliability_of([inviter.pk])[inviter.pk].known
    most = OF_A_PERSON if known else OF_A_NEWCOMER
    if lately.filter(inviter=inviter).count() >= most:
        raise Refused(
            _(
                "You can invite %(most)d addresses a day by email. Send the invitation link "
                "yourself, or come back tomorrow."
            )
            % {"most": most}
        )
    waiting = EmailInvitation.objects.filter(inviter=inviter, status=InvitationStatus.PENDING)
    if game is not None and waiting.filter(game=game).count() >= AT_A_TABLE:
        raise Refused(
            _(
                "%(most)d invitations to this table are waiting for an answer. Wait for "
                "them, or send the invitation link yourself."
            )
            % {"most": AT_A_TABLE}
        )
    if network and lately.filter(network=network).count() >= OF_A_NETWORK:
        raise Refused(
            _(
                "%(most)d invitations have been sent from your network today. Send the "
                "invitation link yourself, or come back tomorrow."
            )
            % {"most": OF_A_NETWORK}
        )


def is_address_full(address: str, *, now: datetime) -> bool:
    """Whether a mailbox has got its maximum of invitations, from all inviters."""
    sent = EmailInvitation.objects.filter(digest__in=list(address_digests(address)))
    if sent.filter(sent_at__gt=now - A_DAY).count() >= TO_AN_ADDRESS:
        return True
    return sent.filter(sent_at__gt=now - A_FORTNIGHT).count() >= TO_AN_ADDRESS_IN_A_FORTNIGHT
