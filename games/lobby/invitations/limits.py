"""Limits on invitations: by person, by table, by network; and, silently, by address.

The limit by address also counts what others have sent. It does not refuse, which would reveal other
inviters: an invitation beyond it is not sent.
"""

from __future__ import annotations

import ipaddress
from datetime import datetime, timedelta
from typing import Final

from django.utils.crypto import salted_hmac
from django.utils.translation import ngettext

from games.common.errors import Refused
from games.lobby.invitations.models import EmailInvitation, InvitationStatus
from games.notifications.mail.opt_outs import address_digests
from games.people.models import Person
from games.people.traces import network_of
from games.players.selectors import reliability_of
from games.tables.models import Game

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


def check_limits(*, inviter: Person, game: Game, network: str, now: datetime) -> None:
    """Check that a person may invite one more address. The caller holds the person's lock.

    :raises Refused: if a limit is reached, with what to do.
    """
    lately = EmailInvitation.objects.filter(created_at__gt=now - A_DAY)
    known = reliability_of([inviter.pk])[inviter.pk].known
    most = OF_A_PERSON if known else OF_A_NEWCOMER
    if lately.filter(inviter=inviter).count() >= most:
        raise Refused(
            ngettext(
                "You can invite %(most)d address a day by email. Send the invitation link "
                "yourself, or come back tomorrow.",
                "You can invite %(most)d addresses a day by email. Send the invitation link "
                "yourself, or come back tomorrow.",
                most,
            )
            % {"most": most}
        )
    waiting = game.email_invitations.filter(inviter=inviter, status=InvitationStatus.PENDING)
    if waiting.count() >= AT_A_TABLE:
        raise Refused(
            ngettext(
                "%(most)d invitation to this table is waiting for an answer. Wait for it, "
                "or send the invitation link yourself.",
                "%(most)d invitations to this table are waiting for an answer. Wait for "
                "them, or send the invitation link yourself.",
                AT_A_TABLE,
            )
            % {"most": AT_A_TABLE}
        )
    if network and lately.filter(network=network).count() >= OF_A_NETWORK:
        raise Refused(
            ngettext(
                "%(most)d invitation has been sent from your network today. Send the "
                "invitation link yourself, or come back tomorrow.",
                "%(most)d invitations have been sent from your network today. Send the "
                "invitation link yourself, or come back tomorrow.",
                OF_A_NETWORK,
            )
            % {"most": OF_A_NETWORK}
        )


def is_address_full(address: str, *, now: datetime) -> bool:
    """Whether a mailbox has got its maximum of invitations, from all inviters."""
    sent = EmailInvitation.objects.filter(digest__in=list(address_digests(address)))
    if sent.filter(sent_at__gt=now - A_DAY).count() >= TO_AN_ADDRESS:
        return True
    return sent.filter(sent_at__gt=now - A_FORTNIGHT).count() >= TO_AN_ADDRESS_IN_A_FORTNIGHT
