"""Nudges: one player asks another to move, seldom and not before some hours have passed."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from games.common.errors import Refused
from games.notifications import outbox
from games.notifications.models import Notice, NoticeKind
from games.notifications.registry import Content, register
from games.people.blocks import is_blocked
from games.tables.models import Game, GameStatus, Seat
from games.tables.seat_names import seat_name

FIRST_NUDGE_AFTER: Final = timedelta(hours=12)
"""A turn is so old before anybody may nudge."""
BETWEEN_NUDGES: Final = timedelta(days=1)
"""A seat is nudged once in so long, by all others together."""


def nudge(*, game: Game, by: Seat, number: int, now: datetime) -> None:
    """Tell the person in seat ``number`` that the one in seat ``by`` waits.

    That a move is held stays secret: the nudge is written as if it were not, and is not sent. So
    does that they have blocked the person in seat ``by``.

    :raises Refused: if nobody there is to move, it is too early, or somebody has nudged already.
    """
    with transaction.atomic():
        # Two nudges at once: the row of the game lets one of them look first.
        locked = Game.objects.select_for_update().get(pk=game.pk)
        seat = Seat.objects.filter(game=locked, number=number).first()
        if (
            locked.status != GameStatus.RUNNING
            or seat is None
            or seat.decision is None
            or seat.person_id is None
            or seat.person_id == by.person_id
        ):
            raise Refused(_("There is nobody to nudge: the game has moved on."))
        if seat.opened_at is None or now - seat.opened_at < FIRST_NUDGE_AFTER:
            raise Refused(_("It is too early for a nudge: wait twelve hours first."))
        if nudged_since(seat, now - BETWEEN_NUDGES):
            raise Refused(_("Somebody has already nudged this player today. Try again tomorrow."))
        silent = by.person_id is not None and is_blocked(by=seat.person_id, person=by.person_id)
        outbox.notify_nudge(seat=seat, by=by, silent=silent, now=now)


def nudged_since(seat: Seat, since: datetime) -> bool:
    """Whether the person in a seat was nudged after a time."""
    return Notice.objects.filter(
        person__seats=seat,
        game_id=seat.game_id,
        kind=NoticeKind.NUDGE,
        created_at__gt=since,
    ).exists()


def render_nudge(notice: Notice) -> Content:
    """The content of a nudge; a player who has left the table since is not named."""
    seat = Seat.objects.select_related("person").filter(
        game=notice.game_id, number=notice.data["by"]
    )
    return Content(
        _("%(name)s is waiting for you and asks you to move.") % {"name": seat_name(seat.get())}
    )


register(
    NoticeKind.NUDGE,
    render=render_nudge,
    public_sentence=lambda notice: _("A player at your table is waiting for your move."),
)
