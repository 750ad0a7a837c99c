"""Read invitations: those of an inviter, the owner of an address, whether one is open."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Final

from allauth.account.models import EmailAddress
from django.db.models import Exists, F, OuterRef, Q, QuerySet

from games.lobby.invitations.models import EmailInvitation, InvitationStatus
from games.notifications.mail.opt_outs import spellings
from games.people.groups import Membership
from games.people.models import Person
from games.people.sanctions import is_suspended
from games.tables.models import Game, GameStatus, Seat

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


def valid_invitations(now: datetime) -> QuerySet[EmailInvitation]:
    """Return the invitations of the last 14 days for which the inviter may still speak.

    The inviter must sit at the table, which waits for players under the same link, or organise it;
    or own the club.
    """
    seat = Seat.objects.filter(game=OuterRef("game"), person=OuterRef("inviter"))
    owner = Membership.objects.filter(
        group=OuterRef("group"), person=OuterRef("inviter"), owner=True, joined_at__isnull=False
    )
    at_table = Q(game__organiser=F("inviter")) | Exists(seat)
    to_table = Q(game__status=GameStatus.OPEN, game__invitation=F("link")) & at_table
    return EmailInvitation.objects.filter(to_table | Exists(owner), created_at__gt=now - VALID_FOR)


def is_open(invitation: EmailInvitation, *, now: datetime) -> bool:
    """Whether an invitation can still be accepted, and its inviter may begin games."""
    return (
        invitation.status in (InvitationStatus.PENDING, InvitationStatus.DECLINED)
        and valid_invitations(now).filter(pk=invitation.pk).exists()
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
