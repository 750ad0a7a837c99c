"""Appoint and dismiss moderators of the site."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.contrib.auth.models import Group, Permission
from django.db import transaction
from django.utils.translation import gettext as _

from games.common.errors import Refused
from games.moderation.audit import record, tidy_reason
from games.moderation.models import AuditEntry, ModerationAction, Role
from games.moderation.roles import NotAllowed, is_administrator
from games.people.models import Person

MODERATORS: Final = "Moderators"


def moderators_group() -> Group:
    """The group of those who moderate the site, with its permission."""
    group, _new = Group.objects.get_or_create(name=MODERATORS)
    permission = Permission.objects.get(content_type__app_label="games", codename="moderate")
    group.permissions.add(permission)
    return group


def appoint_moderator(*, actor: Person, person: Person, reason: str, now: datetime) -> AuditEntry:
    """Make a person a moderator.

    :raises NotAllowed: if the actor is no administrator.
    :raises Refused: if there is no reason, or the person is one already.
    """
    return _change(actor, person, reason, now, member=True)


def dismiss_moderator(*, actor: Person, person: Person, reason: str, now: datetime) -> AuditEntry:
    """Remove a moderator.

    :raises NotAllowed: if the actor is no administrator.
    :raises Refused: if there is no reason, or the person is none.
    """
    return _change(actor, person, reason, now, member=False)


@transaction.atomic
def _change(
    actor: Person, person: Person, reason: str, now: datetime, *, member: bool
) -> AuditEntry:
    if not is_administrator(actor):
        raise NotAllowed(_("Only an administrator can appoint moderators."))
    text = tidy_reason(reason)
    group = moderators_group()
    if person.groups.filter(pk=group.pk).exists() == member:
        raise Refused(
            _("This person is already a moderator.")
            if member
            else _("This person is not a moderator.")
        )
    if member:
        person.groups.add(group)
    else:
        person.groups.remove(group)
    return record(
        actor=actor,
        role=Role.ADMINISTRATOR,
        action=ModerationAction.APPOINT if member else ModerationAction.DISMISS,
        subject=person,
        notify=[person],
        reason=text,
        now=now,
    )
