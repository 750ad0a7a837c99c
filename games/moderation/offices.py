"""Decisions about leagues and their directors, and clubs; offices of the site's moderators."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import Final

from django.contrib.auth.models import Group, Permission
from django.db import transaction
from django.utils.translation import gettext as _

from games.common.errors import Refused
from games.leagues import league as leagues
from games.leagues.models import League
from games.lobby.groups import groups
from games.moderation.audit import record, tidy_reason
from games.moderation.conflicts import authority
from games.moderation.models import AuditEntry, ModerationAction, Role
from games.moderation.roles import NotAllowed, is_administrator, require_site_role
from games.people.groups import PlayerGroup, is_member, joined
from games.people.models import Person

MODERATORS: Final = "Moderators"


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
    if not leagues.describe_league(league=league, name=name, about=about):
        return None
    return record(
        actor=actor, role=role, action=action, reason="", league=league, notify=(), now=now
    )


@transaction.atomic
def _decide(
    action: ModerationAction,
    work: Callable[..., None],
    *,
    actor: Person,
    league: League,
    person: Person | None = None,
    reason: str,
    now: datetime,
    **arguments: str,
) -> AuditEntry:
    """Decide about a league, or a ``person`` who directs it; they and all directors are notified.

    ``arguments`` are further ones of ``work``, and are kept in the audit log.

    :raises NotAllowed: if the role of the actor does not cover it.
    :raises Refused: if there is no reason, or the work refuses.
    """
    role = authority(actor, action, league=league).role
    text = tidy_reason(reason)
    before = list(league.directors.all())
    about = arguments if person is None else {"person": person}
    work(league=league, now=now, **about)
    return record(
        actor=actor,
        role=role,
        action=action,
        reason=text,
        league=league,
        subject=person,
        data=arguments,
        notify=[*before, *league.directors.all(), person],
        now=now,
    )


decide_add_director = partial(_decide, ModerationAction.ADD_DIRECTOR, leagues.add_director)
"""Make a person a director of a league."""
decide_remove_director = partial(_decide, ModerationAction.DROP_DIRECTOR, leagues.remove_director)
"""Remove a director, who may be the actor, from a league."""
decide_archive = partial(_decide, ModerationAction.ARCHIVE, leagues.archive_league)
"""Archive a league."""
decide_bring_back = partial(_decide, ModerationAction.BRING_BACK, leagues.bring_league_back)
"""Bring an archived league back."""
decide_entrance = partial(_decide, ModerationAction.CHANGE_ENTRY, leagues.change_entrance)
"""Change who may enter a league; the argument ``who`` is an `Entrance`."""
decide_new_link = partial(_decide, ModerationAction.NEW_LINK, leagues.renew_invitation)
"""Replace the invitation link of a league."""
decide_rating = partial(_decide, ModerationAction.RATE_LEAGUE, leagues.rate_league)
"""Let the games of a league count for ratings, as a moderator."""


@transaction.atomic
def _decide_about_club(
    action: ModerationAction,
    work: Callable[..., None],
    *,
    actor: Person,
    playergroup: PlayerGroup,
    reason: str,
    now: datetime,
    **arguments: str,
) -> AuditEntry:
    """Decide about a club, whose owners are notified. ``arguments`` are further ones of ``work``.

    :raises NotAllowed: if the actor is no moderator, or is a member of the club.
    :raises Refused: if there is no reason, or the work refuses.
    """
    about = {"actor": actor, "role": require_site_role(actor), "action": action}
    if is_member(playergroup, actor):
        raise NotAllowed(_("You are a member of this club. Ask another moderator to decide."))
    text = tidy_reason(reason)
    owners = [row.person for row in joined(playergroup).filter(owner=True)]
    work(group=playergroup, owner=None, **arguments)
    return record(reason=text, data={"club": playergroup.pk}, notify=owners, now=now, **about)


decide_club_name = partial(_decide_about_club, ModerationAction.RENAME_CLUB, groups.rename_group)
"""Give a club another name."""
decide_club_end = partial(_decide_about_club, ModerationAction.END_CLUB, groups.delete_group)
"""End a club."""


def moderators_group() -> Group:
    """The group of those who moderate the site, with its permission."""
    group, _new = Group.objects.get_or_create(name=MODERATORS)
    permission = Permission.objects.get(content_type__app_label="games", codename="moderate")
    group.permissions.add(permission)
    return group


@transaction.atomic
def _change(
    action: ModerationAction, *, actor: Person, person: Person, reason: str, now: datetime
) -> AuditEntry:
    """Appoint or dismiss a moderator.

    :raises NotAllowed: if the actor is no administrator.
    :raises Refused: if there is no reason, or the person is one already, or none.
    """
    if not is_administrator(actor):
        raise NotAllowed(_("Only an administrator can appoint moderators."))
    text = tidy_reason(reason)
    group = moderators_group()
    is_one = person.groups.filter(pk=group.pk).exists()
    if action == ModerationAction.APPOINT:
        if is_one:
            raise Refused(_("This person is already a moderator."))
        person.groups.add(group)
    else:
        if not is_one:
            raise Refused(_("This person is not a moderator."))
        person.groups.remove(group)
    return record(
        actor=actor,
        role=Role.ADMINISTRATOR,
        action=action,
        subject=person,
        notify=[person],
        reason=text,
        now=now,
    )


appoint_moderator = partial(_change, ModerationAction.APPOINT)
"""Make a person a moderator."""
dismiss_moderator = partial(_change, ModerationAction.DISMISS)
"""Remove a moderator."""
