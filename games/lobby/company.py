"""Tables for a group, and invitations of favourite opponents."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from games.common.errors import Refused
from games.notifications import outbox
from games.notifications.models import Notice, NoticeKind
from games.people.groups import PlayerGroup, is_member
from games.people.models import Person
from games.players.follows.opponents import favourites_of, invitable
from games.tables.models import Game, GameStatus

TABLES_TOPIC: Final = "tables"
DAYS_FOR_GROUP: Final = (0, 1, 2, 7)
"""The days for which a table can be open to its group alone; 0 means always."""
MAX_NOTICES: Final = 3
"""Invitations to tables that one person sends another in a day; more are not sent."""


def check_group(group: PlayerGroup, organiser: Person, days: int) -> None:
    """Check that a person may open a table for a group.

    :raises Refused: if the person is no member of it, or it was deleted, or the days are not on the
        list.
    """
    if not is_member(group, organiser):
        raise Refused(_("You are not a member of this club. Choose another."))
    if days not in DAYS_FOR_GROUP:
        raise Refused(_("Choose from the list how long the table is for the club alone."))


def open_group_tables(*, now: datetime) -> int:
    """Open to everyone the tables whose time for their group is over; return how many."""
    due = Game.objects.filter(
        status=GameStatus.OPEN, public=False, group__isnull=False, public_at__lte=now
    )
    return due.update(public=True, public_at=None)


def invite_favourites(
    *, game: Game, organiser: Person, names: Iterable[str], now: datetime
) -> QuerySet[Person]:
    """Notify favourites of the organiser that a table is open; return the chosen ones.

    People who have blocked the organiser are not notified, and the organiser does not learn it.
    Other names are ignored. Call it in the transaction that opens the table.
    """
    chosen = favourites_of(organiser).filter(name__in=list(names))
    notify_invited(game=game, organiser=organiser, chosen=chosen, now=now)
    return chosen


def latest_table(group: PlayerGroup, organiser: Person) -> Game | None:
    """Return the latest table that a person has opened for a group and that waits for players."""
    tables = Game.objects.filter(group=group, organiser=organiser, status=GameStatus.OPEN)
    return tables.order_by("pk").last()


@transaction.atomic
def invite_clubmate(
    *, group: PlayerGroup, organiser: Person, person: Person, now: datetime
) -> None:
    """Notify a member of a group of the latest table that another one has opened for it.

    :raises Refused: if there is no such table, or the person is no member.
    """
    game = latest_table(group, organiser)
    if game is None or not is_member(group, person):
        raise Refused(_("Open a table for the club first. Then you can invite its members to it."))
    chosen = Person.objects.filter(pk=person.pk)
    notify_invited(game=game, organiser=organiser, chosen=chosen, now=now)


def notify_invited(
    *, game: Game, organiser: Person, chosen: QuerySet[Person], now: datetime, **data: int
) -> None:
    """Notify people that the organiser of a table invites them, within a daily limit.

    People who have blocked the organiser get nothing. ``data`` makes a notice differ from the last.
    """
    for person in invitable(organiser, chosen):
        today = Notice.objects.filter(
            person=person, kind=NoticeKind.TABLE, created_at__gt=now - timedelta(days=1)
        )
        if today.filter(data__by=organiser.pk).count() < MAX_NOTICES:
            outbox.notify(
                person=person,
                kind=NoticeKind.TABLE,
                topic=TABLES_TOPIC,
                data={"table": game.pk, "by": organiser.pk, **data},
                now=now,
            )
