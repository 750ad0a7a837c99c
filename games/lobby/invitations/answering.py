"""Join a game or a club by an invitation, or decline it: by reply or on the page alike."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from games.common.errors import Refused
from games.lobby.groups.groups import lock_group
from games.lobby.groups.members import add_member, leave_group
from games.lobby.invitations.models import EmailInvitation, InvitationStatus
from games.lobby.invitations.selectors import (
    is_open,
    owner_of,
    same_target,
    unproven_owner_of,
)
from games.lobby.models import RemovedPlayer
from games.lobby.seating import join_game, leave_game, lock_open_game
from games.people import names
from games.people.groups import is_member
from games.people.locking import lock_person
from games.people.models import Person
from games.people.profile import (
    TAKEN,
    change_preferences,
    clean_free_name,
    forget_unproven_password,
    is_taken,
)
from games.tables.models import Game, GameStatus, Seat

OFFERED: Final = 3
DIGITS: Final = (2, 3, 4, 6, 7, 8, 9)
"""Digits that look like no letter (games/people/names.py)."""


class AlreadyJoined(Refused):
    """The invitation has been accepted before."""

    def __init__(self) -> None:
        super().__init__(_("You have already accepted this invitation."))


class BadName(Refused):
    """The name is not allowed; ``offers`` are free names."""

    def __init__(self, sentence: str, offers: tuple[str, ...] = ()) -> None:
        super().__init__(sentence)
        self.offers = offers


@dataclass(frozen=True, slots=True)
class Joined:
    """A person who has joined, whether they are new here, and whether the game has begun."""

    person: Person
    is_new: bool
    has_begun: bool


@transaction.atomic
def join(*, invitation: EmailInvitation, name: str = "", language: str, now: datetime) -> Joined:
    """Seat the owner of the invited address; create an account without a password if there is none.

    The caller has checked that the answer comes from the address, or by its link, which proves
    the address. ``name`` is for a new person; "" lets the site choose one. So is ``language``.

    :raises AlreadyJoined: if the invitation has been accepted.
    :raises BadName: if the name is taken, looks like another, or is reserved.
    :raises Refused: if the invitation is no longer valid, the game is full, has begun or was
        cancelled, the club is full or has ended, sign-up is closed, or the person may not join.
    """
    if owner := owner_of(invitation.address):
        # Locked before the table, as when joining on its page.
        lock_person(owner)
    game, row = _lock(invitation)
    if not is_open(row, now=now):
        raise Refused(_("This invitation is no longer valid. Ask for a new one."))
    person, is_new = owner_of(row.address), False
    if person is None:
        person, is_new = _new_person(row.address, name, language), True
    if not person.is_active:
        raise Refused(_("You cannot join this game."))
    if game is None:
        assert row.group is not None
        add_member(row.group, person, now)
    else:
        if row.inviter_id == game.organiser_id:
            # The invitation is newer than the removal; older ones have ended with it.
            RemovedPlayer.objects.filter(game=game, person=person).delete()
        join_game(game=game, person=person, invitation=row.link, now=now)
        game.refresh_from_db(fields=["status"])
    _answer(row, InvitationStatus.JOINED, now)
    return Joined(person, is_new, game is not None and game.status == GameStatus.RUNNING)


@transaction.atomic
def decline(*, invitation: EmailInvitation, now: datetime) -> None:
    """Decline an invitation, or leave what was joined by it. Repeating it changes nothing.

    :raises Refused: if the person has a seat in a game that has begun.
    """
    row = EmailInvitation.objects.get(pk=invitation.pk)
    owner = owner_of(row.address)
    if row.status == InvitationStatus.JOINED and owner is not None:
        if player_of(row) is not None and row.group is not None:
            leave_group(group=row.group, person=owner, now=now)
        elif player_of(row) is not None and row.game is not None:
            leave_game(game=row.game, person=owner, now=now)
    elif row.status not in (InvitationStatus.PENDING, InvitationStatus.DECLINED):
        return
    _answer(row, InvitationStatus.DECLINED, now)


def player_of(invitation: EmailInvitation) -> Person | None:
    """Return the person who has joined by an invitation and still has a seat, or is a member."""
    if invitation.status != InvitationStatus.JOINED:
        return None
    owner = owner_of(invitation.address)
    if owner is None:
        return None
    seated = Seat.objects.filter(game=invitation.game_id, person=owner).exists()
    return owner if seated or is_member(invitation.group_id, owner) else None


def _lock(invitation: EmailInvitation) -> tuple[Game | None, EmailInvitation]:
    """Lock game or club and then the invitation, in the same order as when accounts are closed.

    :raises Refused: if the game does not wait for players, or the club or invitation is gone.
    """
    rows = EmailInvitation.objects.select_related("inviter")
    before = rows.filter(pk=invitation.pk).first()
    if before is not None and before.status == InvitationStatus.JOINED:
        raise AlreadyJoined
    game = lock_open_game(invitation.game) if invitation.game is not None else None
    if invitation.group is not None:
        lock_group(invitation.group)
    row = rows.select_for_update(of=("self",)).filter(pk=invitation.pk).first()
    if row is None:
        raise Refused(_("This invitation is no longer valid. Ask for a new one."))
    if row.status == InvitationStatus.JOINED:
        raise AlreadyJoined
    return game, row


def _answer(row: EmailInvitation, status: InvitationStatus, now: datetime) -> None:
    """Store the answer with all invitations of this address to the target, by all senders."""
    same = same_target(row).filter(digest=row.digest)
    same = same.exclude(status=InvitationStatus.EXPIRED)
    same.update(status=status, answered_at=now, next_at=None)


def _new_person(address: str, name: str, language: str) -> Person:
    """Return a person without a password, whose address is proven.

    If somebody has signed up with the address without proving it, that account is used, and the
    password chosen then is removed.
    """
    if not settings.SIGN_UP_OPEN:
        raise Refused(_("Sign-up is closed at the moment, so nobody new can join."))
    person = unproven_owner_of(address)
    try:
        with transaction.atomic():
            if person is None:
                person = _create(address, _checked(name) if name else free_name(), language)
            else:
                forget_unproven_password(person=person)
                if name:
                    change_preferences(person=person, name=_checked(name, person))
    except (IntegrityError, ValidationError) as error:
        # Somebody took the name, or joined by another invitation, a moment ago.
        raise BadName(str(TAKEN), offered_names(name)) from error
    EmailAddress.objects.update_or_create(
        user=person, email=person.email, defaults={"verified": True, "primary": True}
    )
    return person


def _create(address: str, name: str, language: str) -> Person:
    return Person.objects.create_user(
        address, name, None, language=language, timezone=settings.TIME_ZONE
    )


def _checked(name: str, person: Person | None = None) -> str:
    """Return a name that a person may have.

    :raises BadName: if it is not allowed, with the sign-up's message and free names.
    """
    try:
        return clean_free_name(name, person)
    except ValidationError as error:
        offers = offered_names(name) if error.code == "taken" else ()
        raise BadName(" ".join(error.messages), offers) from error


def offered_names(name: str) -> tuple[str, ...]:
    """Return some free names that begin like a taken one."""
    stem = names.clean_name(name)[: names.LONGEST - 4].strip() or free_name()
    tries = [f"{stem} {number}" for number in DIGITS]
    tries += [f"{stem} {secrets.choice(DIGITS)}{secrets.choice(DIGITS)}" for _try in range(20)]
    found: list[str] = []
    for offer in dict.fromkeys(tries):
        if (
            len(found) < OFFERED
            and names.name_objection(offer) is None
            and not is_taken(name=offer)
        ):
            found.append(offer)
    return tuple(found)


def free_name() -> str:
    """Return a name for somebody who has chosen none; it contains nothing of the address."""
    while True:
        number = "".join(str(secrets.choice(DIGITS)) for _digit in range(5))
        name = _("Passenger %(number)s") % {"number": number}
        if not is_taken(name=name):
            return name
