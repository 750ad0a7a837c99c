"""Read invitations: those of an inviter, the owner of an address, whether one is open."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Final

from allauth.account.models import EmailAddress
from django.db.models import Q, QuerySet

from games.lobby.invitations.models import EmailInvitation, InvitationStatus
from games.notifications.mail.opt_outs import spellings
from games.people.groups import is_owner
from games.people.models import Person
from games.people.sanctions import is_suspended
from games.tables.models import Game, GameStatus

VALID_FOR: Final = timedelta(days=14)


def owner_of(address: str) -> Person | None:
    """Return the person who has proven that an address is theirs."""
    if not address:
        return None
    found = EmailAddress.objects.filter(_spelt(address), verified=True)
    owned = found.select_related("user").first()
    return owned.user if owned else None


def unproven_owner_of(address: str) -> Person | None:
    """Return the person who has signed up with an address without proving it."""
    return Person.objects.filter(_spelt(address)).first()


def _spelt(address: str) -> Q:
    carried, written = (*spellings(address), "")[:2]
    return Q(email__iexact=carried) | Q(email__iexact=written or carried)


def is_open(invitation: EmailInvitation, game: Game | None, *, now: datetime) -> bool:
    """Whether an invitation can still be accepted, judged by itself and its inviter.

    The inviter must sit at the table, organise it or own the club, and be allowed to begin games.
    """
    if game is None:
        may_invite = is_owner(invitation.group_id, invitation.inviter)
    else:
        may_invite = (
            invitation.link == game.invitation
            and game.status == GameStatus.OPEN
            and is_at_table(invitation.inviter, game)
        )
    return (
        invitation.status in (InvitationStatus.PENDING, InvitationStatus.DECLINED)
        and now < invitation.created_at + VALID_FOR
        and may_invite
        and invitation.inviter.is_active
        and not is_suspended(invitation.inviter, now=now)
    )


def is_at_table(person: Person, game: Game) -> bool:
    """Whether a person organises a game or has a seat in it."""
    return game.organiser_id == person.pk or game.seats.filter(person=person).exists()


def same_target(invitation: EmailInvitation) -> QuerySet[EmailInvitation]:
    """Return the invitations to the same table or club, by all inviters."""
    return EmailInvitation.objects.filter(game=invitation.game_id, group=invitation.group_id)


def invitations_by(
    inviter: Person, games: Iterable[Game]
) -> Mapping[int | None, list[EmailInvitation]]:
    """Return the invitations that a person has sent, by the key of the game: one query."""
    found: dict[int | None, list[EmailInvitation]] = defaultdict(list)
    for invitation in EmailInvitation.objects.filter(inviter=inviter, game__in=list(games)):
        found[invitation.game_id].append(invitation)
    return found
