"""Making a person a moderator of the site, and ending it."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.contrib.auth.models import Group, Permission
from django.db import transaction
from django.utils.translation import gettext as _

from games.errors import Refused
from games.moderation.models import AuditEntry, Deed, Role
from games.moderation.reasons import keep_reason, tidy_reason
from games.moderation.roles import NotAllowed, is_administrator
from games.moderation.sanctioning import write
from games.people.models import Person

MODERATORS: Final = "Moderators"


def moderators() -> Group:
    """Gets the group of those who moderate the site, with its permission."""
    group, _new = Group.objects.get_or_create(name=MODERATORS)
    permission = Permission.objects.get(content_type__app_label="games", codename="moderate")
    group.permissions.add(permission)
    return group


def appoint(*, actor: Person, person: Person, reason: str, now: datetime) -> AuditEntry:
    """Makes a person a moderator.

    :raises NotAllowed: if the actor is no administrator.
    :raises Refused: if there is no reason, or the person is one already.
    """
    return _change(actor, person, reason, now, member=True)


def dismiss(*, actor: Person, person: Person, reason: str, now: datetime) -> AuditEntry:
    """Ends that a person is a moderator.

    :raises NotAllowed: if the actor is no administrator.
    :raises Refused: if there is no reason, or the person is none.
    """
    return _change(actor, person, reason, now, member=False)


@transaction.atomic
def _change(
    actor: Person, person: Person, reason: str, now: datetime, *, member: bool
) -> AuditEntry:
    if not is_administrator(actor):
        raise NotAllowed(_("Only an administrator appoints moderators."))
    text = tidy_reason(reason)
    group = moderators()
    if person.groups.filter(pk=group.pk).exists() == member:
        raise Refused(
            _("This person is a moderator already.")
            if member
            else _("This person is no moderator.")
        )
    if member:
        person.groups.add(group)
    else:
        person.groups.remove(group)
    return write(
        actor=actor,
        role=Role.ADMINISTRATOR,
        deed=Deed.APPOINT if member else Deed.DISMISS,
        person=person,
        digest=keep_reason(text),
        data={},
        now=now,
    )
