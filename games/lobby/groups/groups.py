"""Create, rename and end a group; its owners; leave all groups when an account is closed."""

from __future__ import annotations

import secrets
import unicodedata
from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from games.common.errors import Refused
from games.lobby.game_names import ADDRESS, UNPRINTABLE
from games.notifications import outbox
from games.notifications.models import NoticeKind
from games.people.groups import (
    LONGEST_GROUP_NAME,
    Membership,
    PlayerGroup,
    groups_of,
    is_owner,
    joined,
)
from games.people.locking import lock_person
from games.people.models import Person
from games.people.names import clean_name, look_alike, name_objection
from games.people.reserved_names import is_reserved

MAX_GROUPS: Final = 20
"""The maximum number of groups of one person, their own included."""
MAX_OWNERS: Final = 10
"""The maximum number of owners of a group."""
GROUPS_TOPIC: Final = "groups"
CODE_LETTERS: Final = "CDFGHJKMNPQRTVWXY34679"
"""No two of them look alike, and without vowels they make no words."""
CODE_LENGTH: Final = 8


def lock_group(group: PlayerGroup) -> PlayerGroup:
    """Lock the row of a group, so that one request at a time changes it.

    :raises Refused: if it has ended meanwhile.
    """
    members = Membership.objects.filter(joined_at__isnull=False)
    groups = PlayerGroup.objects.filter(pk=group.pk, pk__in=members.order_by().values("group"))
    found = groups.select_for_update().first()
    if found is None:
        raise Refused(_("This club no longer exists."))
    return found


def lock_owned(group: PlayerGroup, owner: Person | None) -> PlayerGroup:
    """Lock the row of a group for an owner; None is a moderator whose role has been checked.

    :raises Refused: if it has ended, or the person does not own it.
    """
    locked = lock_group(group)
    if owner is not None and not is_owner(locked, owner):
        raise Refused(_("Only an owner of the club can do this."))
    return locked


def check_group_limit(person: Person) -> None:
    """Check that a person, whose row is locked, may be a member of one more group.

    :raises Refused: if they are a member of as many as they may.
    """
    memberships = Membership.objects.filter(person=person, joined_at__isnull=False)
    if memberships.count() >= MAX_GROUPS:
        raise Refused(
            _("You are a member of %(most)d clubs. Leave one first.") % {"most": MAX_GROUPS}
        )


@transaction.atomic
def found_group(*, owner: Person, name: str, now: datetime) -> PlayerGroup:
    """Create a group with its owner as the only member.

    :raises Refused: if the name will not do, or the person is in too many groups.
    """
    lock_person(owner)
    check_group_limit(owner)
    group = PlayerGroup.objects.create(name=clean_group_name(name), created_at=now)
    Membership.objects.create(group=group, person=owner, owner=True, invited_at=now, joined_at=now)
    return group


@transaction.atomic
def rename_group(*, group: PlayerGroup, owner: Person | None, name: str) -> None:
    """Give a group another name, which its entries in seasons have, too.

    :raises Refused: if the name will not do, or the person does not own the group.
    """
    locked = lock_owned(group, owner)
    locked.name = clean_group_name(name)
    seasons = locked.entries.order_by().values("season")
    check_not_alike(locked, PlayerGroup.objects.filter(entries__season__in=seasons))
    locked.save(update_fields=["name"])


@transaction.atomic
def change_code(*, group: PlayerGroup, owner: Person, wanted: bool) -> None:
    """Replace the code of a group, and so its link, or remove it.

    :raises Refused: if the person does not own the group.
    """
    locked = lock_owned(group, owner)
    letters = (secrets.choice(CODE_LETTERS) for _letter in range(CODE_LENGTH))
    locked.code = "".join(letters) if wanted else None
    locked.save(update_fields=["code"])


@transaction.atomic
def make_owner(*, group: PlayerGroup, owner: Person, person: Person) -> None:
    """Make another member an owner, too.

    :raises Refused: if that person is no member, the first one does not own the group, or it has
        as many owners as it may.
    """
    locked = lock_owned(group, owner)
    if joined(locked).filter(owner=True).count() >= MAX_OWNERS:
        raise Refused(_("A club can have up to %(most)d owners.") % {"most": MAX_OWNERS})
    members = joined(locked).filter(person=person, person__is_active=True)
    if not members.order_by().update(owner=True):
        raise Refused(_("%(name)s is not a member of this club.") % {"name": person.name})


@transaction.atomic
def step_down(*, group: PlayerGroup, owner: Person) -> None:
    """Make an owner an ordinary member.

    :raises Refused: if nobody else owns the group, or the person does not.
    """
    locked = lock_owned(group, owner)
    others = joined(locked).filter(owner=True, person__is_active=True).exclude(person=owner)
    if not others.exists():
        raise Refused(_("You are the only owner. Make another member an owner first."))
    Membership.objects.filter(group=locked, person=owner).update(owner=False)


@transaction.atomic
def delete_group(*, group: PlayerGroup, owner: Person | None) -> None:
    """End a group. Its games stay, and its open tables are by invitation only.

    :raises Refused: if the person does not own it.
    """
    _end(lock_owned(group, owner))


def _end(group: PlayerGroup) -> None:
    """Delete a locked group; its row stays where something refers to it (decision 198)."""
    if group.entries.exists() or group.email_invitations.exists():
        Membership.objects.filter(group=group).delete()
        PlayerGroup.objects.filter(pk=group.pk).update(code=None)
    else:
        group.delete()


def give_up(group: PlayerGroup, person: Person, *, leave: bool, now: datetime) -> None:
    """Take a person from the owners of a locked group, or from its members.

    After the last owner the longest member owns it, and is notified. If nobody else is left, it
    ends, or keeps its owner who does not ``leave``.
    """
    others = joined(group).filter(person__is_active=True).exclude(person=person)
    heir = None if others.filter(owner=True).exists() else others.select_related("person").first()
    if heir is not None:
        heir.owner = True
        heir.save(update_fields=["owner"])
        outbox.notify(
            person=heir.person,
            kind=NoticeKind.GROUP,
            topic=GROUPS_TOPIC,
            data={"membership": heir.pk, "owner_since": int(now.timestamp())},
            now=now,
        )
    own = Membership.objects.filter(group=group, person=person)
    if others.exists():
        own.delete() if leave else own.update(owner=False)
    elif leave:
        _end(group)


def give_up_groups(*, person: Person, leave: bool, now: datetime) -> None:
    """Let a person own no group any more, or ``leave`` them all. Call it inside a transaction."""
    mine = PlayerGroup.objects.filter(pk__in=groups_of(person)).order_by("pk")
    for group in mine.select_for_update():
        give_up(group, person, leave=leave, now=now)
    if leave:
        Membership.objects.filter(person=person).delete()


SHORTEST: Final = 2


def clean_group_name(name: str) -> str:
    """Return the name in composed Unicode with single spaces.

    :raises Refused: if it is too short or long, contains an address or invisible characters, mixes
        alphabets, or is reserved.
    """
    name = clean_name(name)
    if not SHORTEST <= len(name) <= LONGEST_GROUP_NAME:
        raise Refused(
            _("The name of a club must have %(shortest)d to %(longest)d characters.")
            % {"shortest": SHORTEST, "longest": LONGEST_GROUP_NAME}
        )
    if any(unicodedata.category(one) in UNPRINTABLE for one in name):
        raise Refused(_("A name cannot contain invisible characters. Type it again."))
    if objection := name_objection(name):
        raise Refused(objection)
    if is_reserved(name):
        raise Refused(_("This name could be taken for the staff of the site. Choose another."))
    if ADDRESS.search(name):
        raise Refused(_("The name of a club cannot contain a web address or an email address."))
    return name


def check_not_alike(group: PlayerGroup, others: QuerySet[PlayerGroup]) -> None:
    """Check that the name of a group looks like that of no other one beside it.

    :raises Refused: if it does.
    """
    names = others.exclude(pk=group.pk).order_by().values_list("name", flat=True).distinct()
    if any(look_alike(group.name, name) for name in names):
        raise Refused(
            _("A club with a name like “%(name)s” plays in the same season. Choose another.")
            % {"name": group.name}
        )
