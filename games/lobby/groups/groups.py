"""Create, rename, hand over and delete a group; leave all groups when an account is closed."""

from __future__ import annotations

import unicodedata
from datetime import datetime
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from games.common.errors import Refused
from games.lobby.game_names import ADDRESS, UNPRINTABLE
from games.people.groups import LONGEST_GROUP_NAME, Membership, PlayerGroup, is_member
from games.people.locking import lock_person
from games.people.models import Person
from games.people.names import name_objection
from games.people.reserved_names import is_reserved

MAX_GROUPS: Final = 20
"""The maximum number of groups of one person, their own included."""


def lock_group(group: PlayerGroup) -> PlayerGroup:
    """Lock the row of a group, so that one request at a time changes it.

    :raises Refused: if it was deleted meanwhile.
    """
    found = PlayerGroup.objects.select_for_update().filter(pk=group.pk).first()
    if found is None:
        raise Refused(_("This group no longer exists."))
    return found


def lock_owned(group: PlayerGroup, owner: Person) -> PlayerGroup:
    """Lock the row of a group for its owner.

    :raises Refused: if it was deleted, or somebody else owns it.
    """
    locked = lock_group(group)
    if locked.owner_id != owner.pk:
        raise Refused(_("Only the owner of the group can do this."))
    return locked


def check_group_limit(person: Person) -> None:
    """Check that a person, whose row is locked, may be a member of one more group.

    :raises Refused: if they are a member of as many as they may.
    """
    memberships = Membership.objects.filter(person=person, joined_at__isnull=False)
    if memberships.count() >= MAX_GROUPS:
        raise Refused(
            _("You are a member of %(most)d groups. Leave one first.") % {"most": MAX_GROUPS}
        )


@transaction.atomic
def found_group(*, owner: Person, name: str, now: datetime) -> PlayerGroup:
    """Create a group with its owner as the only member.

    :raises Refused: if the name will not do, or the person is in too many groups.
    """
    lock_person(owner)
    check_group_limit(owner)
    group = PlayerGroup.objects.create(name=clean_group_name(name), owner=owner, created_at=now)
    Membership.objects.create(group=group, person=owner, invited_at=now, joined_at=now)
    return group


@transaction.atomic
def rename_group(*, group: PlayerGroup, owner: Person, name: str) -> None:
    """Give a group another name.

    :raises Refused: if the name will not do, or somebody else owns the group.
    """
    locked = lock_owned(group, owner)
    locked.name = clean_group_name(name)
    locked.save(update_fields=["name"])


@transaction.atomic
def hand_over(*, group: PlayerGroup, owner: Person, to: Person) -> None:
    """Make another member the owner.

    :raises Refused: if that person is no member, or somebody else owns the group.
    """
    locked = lock_owned(group, owner)
    if not is_member(locked, to) or not to.is_active:
        raise Refused(_("%(name)s is not a member of this group.") % {"name": to.name})
    locked.owner = to
    locked.save(update_fields=["owner"])


@transaction.atomic
def delete_group(*, group: PlayerGroup, owner: Person) -> None:
    """Delete a group. Its games stay, and its open tables are by invitation only.

    :raises Refused: if somebody else owns it.
    """
    lock_owned(group, owner).delete()


def leave_all_groups(*, person: Person) -> None:
    """Remove a person from all groups; their own go to the oldest member, or are deleted.

    Call it inside a transaction.
    """
    for group in PlayerGroup.objects.select_for_update().filter(owner=person).order_by("pk"):
        others = Membership.objects.filter(group=group, joined_at__isnull=False)
        heir = others.filter(person__is_active=True).exclude(person=person).first()
        if heir is None:
            group.delete()
        else:
            group.owner_id = heir.person_id
            group.save(update_fields=["owner"])
    Membership.objects.filter(person=person).delete()


SHORTEST: Final = 2


def clean_group_name(name: str) -> str:
    """Return the name in composed Unicode with single spaces.

    :raises Refused: if it is too short or long, contains an address or invisible characters,
        seen, mixes alphabets, or is reserved.
    """
    name = " ".join(unicodedata.normalize("NFKC", name).split())
    if not SHORTEST <= len(name) <= LONGEST_GROUP_NAME:
        raise Refused(
            _("The name of a group must have %(shortest)d to %(longest)d characters.")
            % {"shortest": SHORTEST, "longest": LONGEST_GROUP_NAME}
        )
    if any(unicodedata.category(one) in UNPRINTABLE for one in name):
        raise Refused(_("A name cannot contain invisible characters. Type it again."))
    if objection := name_objection(name):
        raise Refused(objection)
    if is_reserved(name):
        raise Refused(_("This name could be taken for the staff of the site. Choose another."))
    if ADDRESS.search(name):
        raise Refused(_("The name of a group cannot contain a web address or an email address."))
    return name
