"""Members of groups: invite, accept, decline, leave, remove; the groups of a person."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import Count, Q, QuerySet
from django.utils.translation import gettext as _

from games.common.errors import Refused
from games.lobby.groups.groups import check_group_limit, lock_group, lock_owned
from games.notifications import outbox
from games.notifications.models import NoticeKind
from games.people.blocks import blocked_by, is_blocked
from games.people.groups import Membership, PlayerGroup, groups_of
from games.people.locking import lock_person
from games.people.models import Person

MAX_MEMBERS: Final = 50
"""The maximum number of members of a group, invited ones included."""
GROUPS_TOPIC: Final = "groups"


@transaction.atomic
def invite_member(*, group: PlayerGroup, owner: Person, person: Person, now: datetime) -> None:
    """Invite a person to a group and notify them.

    An invitation to somebody who has blocked the owner looks the same, but is not delivered.

    :raises Refused: if the person is invited or a member already, not active, or blocked by the
        owner, the group is full, or somebody else owns it.
    """
    locked = lock_owned(group, owner)
    if not person.is_active:
        raise Refused(_("This account is not active."))
    if is_blocked(by=owner, person=person):
        raise Refused(_("You have blocked %(name)s. Unblock them first.") % {"name": person.name})
    memberships = Membership.objects.filter(group=locked)
    if memberships.filter(person=person).exists():
        raise Refused(_("%(name)s is invited or a member already.") % {"name": person.name})
    if memberships.count() >= MAX_MEMBERS:
        raise Refused(
            _("A group can have up to %(most)d members. Remove somebody first.")
            % {"most": MAX_MEMBERS}
        )
    silent = is_blocked(by=person, person=owner)
    membership = Membership.objects.create(group=locked, person=person, invited_at=now)
    if not silent:
        outbox.notify(
            person=person,
            kind=NoticeKind.GROUP,
            topic=GROUPS_TOPIC,
            data={"membership": membership.pk},
            now=now,
        )


@transaction.atomic
def accept_invitation(*, group: PlayerGroup, person: Person, now: datetime) -> None:
    """Make an invited person a member. Repeating it changes nothing.

    :raises Refused: if the group is gone, the person is not invited (any more), or is in too many
        groups.
    """
    lock_person(person)
    locked = lock_group(group)
    membership = Membership.objects.filter(group=locked, person=person).first()
    if membership is None:
        raise Refused(_("This invitation is no longer valid."))
    if membership.joined_at is not None:
        return
    check_group_limit(person)
    membership.joined_at = now
    membership.save(update_fields=["joined_at"])


@transaction.atomic
def leave_group(*, group: PlayerGroup, person: Person) -> None:
    """Take a person out of a group, or decline an invitation.

    :raises Refused: if the person owns the group.
    """
    locked = lock_group(group)
    if locked.owner_id == person.pk:
        raise Refused(_("You own this group. Hand it over to another member, or delete it."))
    Membership.objects.filter(group=locked, person=person).delete()


@transaction.atomic
def remove_member(*, group: PlayerGroup, owner: Person, person: Person) -> None:
    """Remove a member or withdraw an invitation, as the owner.

    :raises Refused: if it is the owner, or somebody else owns the group.
    """
    locked = lock_owned(group, owner)
    if locked.owner_id == person.pk:
        raise Refused(_("You own this group. Hand it over to another member, or delete it."))
    Membership.objects.filter(group=locked, person=person).delete()


def my_groups(person: Person) -> QuerySet[PlayerGroup]:
    """Return the groups of a person by name, with the number of their ``members``."""
    members = Count("memberships", filter=Q(memberships__joined_at__isnull=False))
    found = PlayerGroup.objects.filter(pk__in=groups_of(person)).select_related("owner")
    return found.annotate(members=members).order_by("name", "pk")


def invitations_of(person: Person) -> QuerySet[Membership]:
    """Return the groups to which a person is invited, except by people they have blocked."""
    found = Membership.objects.filter(person=person, joined_at=None)
    return found.exclude(group__owner__in=blocked_by(person)).select_related("group__owner")


def members_of(group: PlayerGroup) -> QuerySet[Membership]:
    """Return the members of a group, the oldest first, and then those who are invited."""
    found = Membership.objects.filter(group=group).select_related("person")
    return found.order_by("joined_at", "pk")
