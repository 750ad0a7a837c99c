"""Notices of rematches, invitations to tables and clubs, new owners, and of pairing."""

from __future__ import annotations

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from games.common.links import site_url
from games.lobby.models import RemovedPlayer
from games.lobby.pairing.models import Fate
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
    return _joinable(notice, "rematch").exists()


def _joinable(notice: Notice, key: str) -> QuerySet[Game]:
    """The game under a key, if it waits for players and the person may join it."""
    mine = {"person": notice.person_id, "game": notice.data[key]}
    if Seat.objects.filter(**mine).exists() or RemovedPlayer.objects.filter(**mine).exists():
        return Game.objects.none()
    return Game.objects.filter(pk=notice.data[key], status=GameStatus.OPEN)


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
    organiser = _joinable(notice, "table").values_list("organiser", flat=True).first()
    return organiser is not None and not is_blocked(by=notice.person_id, person=organiser)


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
    """Return the content of an invitation to a club, or what its new owner is told."""
    row = Membership.objects.select_related("group", "inviter").get(pk=notice.data["membership"])
    if "owner_since" in notice.data:
        return Content(
            _("You own the club “%(group)s” now.") % {"group": row.group.name},
            (_("It had no owner left, and you joined before the other members."),),
            link=(_("To the club"), site_url("group", row.group.pk)),
        )
    who = row.inviter.shown_name if row.inviter else _("Somebody")
    return Content(
        _("%(name)s invites you to the club “%(group)s”.") % {"name": who, "group": row.group.name},
        (_("Members of a club see each other's tables first."),),
        link=(_("Answer the invitation"), site_url("groups")),
    )


def is_relevant(notice: Notice) -> bool:
    """Whether the invitation still waits for an answer, or the new owner still is one."""
    rows = Membership.objects.filter(pk=notice.data["membership"])
    if "owner_since" in notice.data:
        return rows.filter(owner=True).exists()
    row = rows.filter(joined_at=None, removed_at=None).first()
    if row is None:
        return False
    return row.inviter_id is None or not is_blocked(by=row.person_id, person=row.inviter_id)


register(
    NoticeKind.GROUP,
    render=render_invitation,
    is_relevant=is_relevant,
    topic=lambda notice: Topic(
        name=_("Clubs"),
        url=site_url("groups"),
        why=_("You are receiving this email because you belong to a club, or were invited to one."),
    ),
    private=True,
)


def render_pairing(notice: Notice) -> Content:
    """Return what became of a person's wishes: with a game, that it is the table they got."""
    if notice.game_id is not None:
        other = _("If you were waiting for others too, you no longer are.")
        return Content(_("This is the table you were waiting for."), (other,))
    return Content(
        _("You are no longer waiting for a table."),
        (_("Enough players were there, but %(why)s.") % {"why": Fate(notice.data["fate"]).label},),
        link=(_("Ask for a table again"), site_url("pairing")),
    )


register(
    NoticeKind.PAIRING,
    render=render_pairing,
    topic=lambda notice: Topic(
        name=_("Pair me"),
        url=site_url("pairing"),
        why=_("You are receiving this email because you were waiting for a table."),
    ),
    private=True,
)
