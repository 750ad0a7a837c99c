"""Notices of groups: somebody is invited to one."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.common.links import site_url
from games.notifications.models import Notice, NoticeKind
from games.notifications.registry import Content, Topic, register
from games.people.blocks import is_blocked
from games.people.groups import Membership


def render_invitation(notice: Notice) -> Content:
    """Return the content of an invitation to a group."""
    row = Membership.objects.select_related("group__owner").get(pk=notice.data["membership"])
    return Content(
        _("%(name)s invites you to the group “%(group)s”.")
        % {"name": row.group.owner.name, "group": row.group.name},
        (_("Members of a group see each other's tables first."),),
        link=(_("Answer the invitation"), site_url("groups")),
    )


def is_relevant(notice: Notice) -> bool:
    """Whether the invitation still waits for an answer."""
    rows = Membership.objects.select_related("group").filter(
        pk=notice.data["membership"], joined_at=None
    )
    row = rows.first()
    return row is not None and not is_blocked(by=row.person_id, person=row.group.owner_id)


register(
    NoticeKind.GROUP,
    render=render_invitation,
    is_relevant=is_relevant,
    topic=lambda notice: Topic(
        name=_("Groups"),
        url=site_url("groups"),
        why=_("You are receiving this email because a player invited you to a group."),
    ),
    private=True,
)
