"""Members of groups: invite, accept, join by code, leave, remove; the groups of a person."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import Count, F, Q, QuerySet
from django.utils.translation import gettext as _

from games.common.errors import Refused
from games.lobby.groups.groups import (
    GROUPS_TOPIC,
    check_group_limit,
    give_up,
    lock_group,
    lock_owned,
)
from games.notifications import outbox
from games.notifications.models import NoticeKind
from games.people.blocks import blocked_by, is_blocked
from games.people.groups import Membership, PlayerGroup, groups_of, joined
from games.people.locking import lock_person
from games.people.models import Person

MAX_MEMBERS: Final = 1_000
"""The maximum number of members of a group, invited ones included."""


@transaction.atomic
def invite_member(*, group: PlayerGroup, owner: Person, person: Person, now: datetime) -> None:
    """Invite a person to a group and notify them.

    An invitation to somebody who has blocked the owner looks the same, but is not delivered.

    :raises Refused: if the person is invited or a member already, not active, or blocked by the
        owner, the group is full, or the owner does not own it.
    """
    locked = lock_owned(group, owner)
    if not person.is_active:
        raise Refused(_("This account is not active."))
    if is_blocked(by=owner, person=person):
        raise Refused(_("You have blocked %(name)s. Unblock them first.") % {"name": person.name})
    memberships = Membership.objects.filter(group=locked, removed_at=None)
    if memberships.filter(person=person).exists():
        raise Refused(_("%(name)s is invited or a member already.") % {"name": person.name})
    _check_place(locked)
    silent = is_blocked(by=person, person=owner)
    membership, _new = Membership.objects.update_or_create(
        group=locked,
        person=person,
        defaults={"inviter": owner, "invited_at": now, "removed_at": None},
    )
    if not silent:
        outbox.notify(
            person=person,
            kind=NoticeKind.GROUP,
            topic=GROUPS_TOPIC,
            data={"membership": membership.pk, "invited_at": int(now.timestamp())},
            now=now,
        )


def _check_place(group: PlayerGroup) -> None:
    if Membership.objects.filter(group=group, removed_at=None).count() >= MAX_MEMBERS:
        raise Refused(
            _("This club is full: it can have up to %(most)d members, with those invited.")
            % {"most": MAX_MEMBERS}
        )


@transaction.atomic
def accept_invitation(*, group: PlayerGroup, person: Person, now: datetime) -> None:
    """Make an invited person a member. Repeating it changes nothing.

    :raises Refused: if the group is gone, the person is not invited (any more), or is in too many
        groups.
    """
    lock_person(person)
    locked = lock_group(group)
    if not Membership.objects.filter(group=locked, person=person, removed_at=None).exists():
        raise Refused(_("This invitation is no longer valid."))
    add_member(locked, person, now)


def group_of_code(code: str) -> PlayerGroup | None:
    """Return the group that a typed code lets people join; case, spaces and hyphens do not matter.

    Guesses are limited where codes are typed.
    """
    code = "".join(letter for letter in code.upper() if letter.isalnum())
    return PlayerGroup.objects.filter(code=code).first()


@transaction.atomic
def join_by_code(*, group: PlayerGroup, person: Person, now: datetime) -> None:
    """Make a person a member who has the code of a group. Repeating it changes nothing.

    :raises Refused: if the group has another code by now, or is full, an owner has removed the
        person, or they are in too many groups.
    """
    lock_person(person)
    locked = lock_group(group)
    if locked.code != group.code:
        raise Refused(_("This code is no longer valid. Ask an owner of the club for the new one."))
    if Membership.objects.filter(group=locked, person=person, removed_at__isnull=False).exists():
        raise Refused(_("You were removed from this club. Ask an owner to invite you."))
    add_member(locked, person, now)


def add_member(group: PlayerGroup, person: Person, now: datetime) -> None:
    """Make a person a member of a group; both are locked. Repeating it changes nothing.

    They own it if nobody else can.

    :raises Refused: if it is full, or the person is in too many groups.
    """
    own = Membership.objects.filter(group=group, person=person, removed_at=None).first()
    if own is not None and own.joined_at is not None:
        return
    check_group_limit(person)
    if own is None:
        _check_place(group)
    owned = joined(group).filter(owner=True, person__is_active=True).exists()
    Membership.objects.update_or_create(
        group=group,
        person=person,
        defaults={"joined_at": now, "removed_at": None, "owner": not owned},
        create_defaults={"joined_at": now, "invited_at": now, "owner": not owned},
    )


@transaction.atomic
def leave_group(*, group: PlayerGroup, person: Person, now: datetime) -> None:
    """Take a person out of a group, or decline an invitation.

    The longest member follows the last owner; without members the group ends.
    """
    locked = lock_group(group)
    if joined(locked).filter(person=person).exists():
        give_up(locked, person, leave=True, now=now)
    else:
        Membership.objects.filter(group=locked, person=person, removed_at=None).delete()


@transaction.atomic
def remove_member(*, group: PlayerGroup, owner: Person, person: Person, now: datetime) -> None:
    """Remove a member, who joins again only by an invitation; or withdraw an invitation.

    :raises Refused: if it is an owner, or the other one does not own the group.
    """
    locked = lock_owned(group, owner)
    members = joined(locked).filter(person=person).order_by()
    if members.filter(owner=True).exists():
        raise Refused(_("Owners cannot be removed. They can step down, or leave the club."))
    if not members.update(joined_at=None, removed_at=now):
        Membership.objects.filter(group=locked, person=person, removed_at=None).delete()


def my_groups(person: Person) -> QuerySet[PlayerGroup]:
    """Return the groups of a person by name, with the number of their ``members``."""
    members = Count("memberships", filter=Q(memberships__joined_at__isnull=False))
    found = PlayerGroup.objects.filter(pk__in=groups_of(person))
    return found.annotate(members=members).order_by("name", "pk")


def invitations_of(person: Person) -> QuerySet[Membership]:
    """Return the groups to which a person is invited, except by people they have blocked."""
    found = Membership.objects.filter(person=person, joined_at=None, removed_at=None)
    return found.exclude(inviter__in=blocked_by(person)).select_related("group", "inviter")


def members_of(group: PlayerGroup, name: str, *, invited: bool) -> QuerySet[Membership]:
    """Return members with this part of a name: owners, the longest members, those ``invited``."""
    rows = Membership.objects.filter(group=group, removed_at=None) if invited else joined(group)
    if name:
        rows = rows.filter(person__in=Person.objects.named_like(name).order_by())
    return rows.select_related("person").order_by(
        "-owner", F("joined_at").asc(nulls_last=True), "pk"
    )
