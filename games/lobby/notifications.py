"""Notices of rematches, and of tables and groups to which a player invites."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.common.links import site_url
from games.lobby.models import RemovedPlayer
from games.notifications.models import Notice, NoticeKind
from games.notifications.registry import Content, Topic, register
from games.people.blocks import is_blocked
from games.people.groups import Membership
from games.tables.models import Game, GameStatus, Seat


def render_rematch(notice: Notice) -> Content:
    """Return the content about a rematch, for somebody who has no seat there yet."""
    rematch = Game.objects.select_related("organiser").get(pk=notice.data["rematch"])
    who = rematch.organiser.shown_name if rematch.organiser else _("Somebody")
    return Content(
        _("%(name)s would like to play again.") % {"name": who},
        (_("Same board, same players, same options. It begins once everybody has joined."),),
        link=(_("Join the rematch"), site_url("invitation", rematch.invitation)),
    )


def is_rematch_relevant(notice: Notice) -> bool:
    """Whether the rematch still waits for the person."""
    waits = Game.objects.filter(pk=notice.data["rematch"], status=GameStatus.OPEN).exists()
    seats = Seat.objects.filter(game=notice.data["rematch"], person=notice.person_id)
    removed = RemovedPlayer.objects.filter(game=notice.data["rematch"], person=notice.person_id)
    return waits and not seats.exists() and not removed.exists()


register(
    NoticeKind.REMATCH,
    render=render_rematch,
    is_relevant=is_rematch_relevant,
    public_sentence=lambda notice: _("Somebody would like to play again."),
)


def render_table(notice: Notice) -> Content:
    """Return the content about a table that a player has opened and invites to."""
    game = Game.objects.select_related("organiser").get(pk=notice.data["table"])
    who = game.organiser.shown_name if game.organiser else _("Somebody")
    return Content(
        _("%(name)s invites you to a table on %(board)s.")
        % {"name": who, "board": game.board_name},
        (_("It begins as soon as its last seat is taken."),),
        link=(_("Look at the table"), site_url("invitation", game.invitation)),
    )


def is_table_relevant(notice: Notice) -> bool:
    """Whether the person can still join the table, and has not blocked its organiser."""
    game = Game.objects.filter(pk=notice.data["table"], status=GameStatus.OPEN).first()
    if game is None or game.organiser_id is None:
        return False
    out = RemovedPlayer.objects.filter(game=game, person=notice.person_id).exists()
    out |= Seat.objects.filter(game=game, person=notice.person_id).exists()
    return not out and not is_blocked(by=notice.person_id, person=game.organiser_id)


register(
    NoticeKind.TABLE,
    render=render_table,
    is_relevant=is_table_relevant,
    topic=lambda notice: Topic(
        name=_("Invitations"),
        url=site_url("lobby"),
        why=_("You are receiving this email because a player you know invited you to a table."),
    ),
    private=True,
)


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
