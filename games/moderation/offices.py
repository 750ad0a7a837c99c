"""Offices: directors of a league, which is described here, too, and moderators of the site."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import Final

from django.contrib.auth.models import Group, Permission
from django.db import transaction
from django.utils.translation import gettext as _

from games.common.errors import Refused
from games.leagues.league import add_director, describe_league, remove_director
from games.leagues.models import League
from games.moderation.audit import record, tidy_reason
from games.moderation.conflicts import authority
from games.moderation.models import AuditEntry, ModerationAction, Role
from games.moderation.roles import NotAllowed, is_administrator
from games.people.models import Person

MODERATORS: Final = "Moderators"


def decide_add_director(
    *, actor: Person, league: League, person: Person, reason: str, now: datetime
) -> AuditEntry:
    """Make a person a director of a league; they and the other directors are notified.

    :raises NotAllowed: if the actor holds no role there.
    :raises Refused: if there is no reason, or the person cannot be a director.
    """
    work = partial(add_director, league=league, person=person, now=now)
    return _change_directors(
        actor, league, ModerationAction.ADD_DIRECTOR, work, person, reason, now
    )


def decide_remove_director(
    *, actor: Person, league: League, person: Person, reason: str, now: datetime
) -> AuditEntry:
    """Remove a director, who may be the actor, from a league; all directors are notified.

    :raises NotAllowed: if the actor holds no role there.
    :raises Refused: if there is no reason, the person does not direct it, or nobody else does.
    """
    work = partial(remove_director, league=league, person=person)
    return _change_directors(
        actor, league, ModerationAction.DROP_DIRECTOR, work, person, reason, now
    )


@transaction.atomic
def change_league(
    *, actor: Person, league: League, name: str, about: str, now: datetime
) -> AuditEntry | None:
    """Change the name or description of a league; return None if nothing changes. Needs no reason.

    :raises NotAllowed: if the actor holds no role there.
    :raises Refused: if the name is not allowed.
    """
    action = ModerationAction.DESCRIBE
    role = authority(actor, action, league=league).role
    if not describe_league(league=league, name=name, about=about):
        return None
    return record(
        actor=actor, role=role, action=action, reason="", league=league, notify=(), now=now
    )


@transaction.atomic
def _change_directors(
    actor: Person,
    league: League,
    action: ModerationAction,
    work: Callable[[], None],
    subject: Person,
    reason: str,
    now: datetime,
) -> AuditEntry:
    role = authority(actor, action, league=league).role
    text = tidy_reason(reason)
    before = list(league.directors.all())
    work()
    return record(
        actor=actor,
        role=role,
        action=action,
        reason=text,
        league=league,
        subject=subject,
        notify=[*before, *league.directors.all(), subject],
        now=now,
    )


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
