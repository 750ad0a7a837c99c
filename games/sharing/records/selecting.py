"""Which games a collection holds."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Final

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from games.common.errors import Refused
from games.leagues.models import Season, SeasonGame
from games.people.models import Person
from games.sharing.records.models import Collection, CollectionKind
from games.tables.models import Game, GameStatus, Seat
from games.tables.selectors import Reader, games_visible_to

MOST_RECORDS: Final = 200
"""In one file of a player or season; the next ones go into a second file."""
_MONTH: Final = re.compile(r"(2\d{3})-(0[1-9]|1[0-2])", re.ASCII)


def span_of_month(month: str) -> tuple[datetime, datetime]:
    """The first instant of a month such as "2026-11" and that of the next one, in UTC.

    :raises Refused: if it is no month.
    """
    found = _MONTH.fullmatch(month)
    if found is None:
        raise Refused(_("Write the month like this: 2026-11."))
    year, number = int(found[1]), int(found[2])
    begin = datetime(year, number, 1, tzinfo=UTC)
    end = datetime(year + number // 12, number % 12 + 1, 1, tzinfo=UTC)
    return begin, end


def games_of_month(month: str) -> QuerySet[Game]:
    """The finished, rated, public games that ended in a month, in an order without meaning.

    :raises Refused: like :func:`span_of_month`.
    """
    begin, end = span_of_month(month)
    return Game.objects.filter(
        status=GameStatus.FINISHED,
        rated=True,
        public=True,
        practice=False,
        version__gte=0,
        ended_at__gte=begin,
        ended_at__lt=end,
    ).order_by("commitment")


def games_of_player(player: Person, reader: Reader) -> QuerySet[Game]:
    """The finished games of a player that a reader may look at, in the order of their ends."""
    seats = Seat.objects.filter(person=player)
    return _over(reader).filter(pk__in=seats.values("game"))


def games_of_season(season: Season, reader: Reader) -> QuerySet[Game]:
    """The finished games of a season that a reader may look at, in the order of their ends."""
    drawn = SeasonGame.objects.filter(division__season=season, game__isnull=False)
    return _over(reader).filter(pk__in=drawn.values("game"))


def ids_of(collection: Collection) -> list[int]:
    """The ids of the games in a collection, in order; none if the subject is gone."""
    found: QuerySet[Game]
    if collection.kind == CollectionKind.MONTH:
        return list(games_of_month(collection.subject).values_list("pk", flat=True))
    if collection.kind == CollectionKind.PLAYER:
        player = Person.objects.filter(pk=collection.subject).first()
        found = games_of_player(player, collection.person) if player else Game.objects.none()
    else:
        season = Season.objects.filter(pk=collection.subject).first()
        found = games_of_season(season, collection.person) if season else Game.objects.none()
    first = (collection.number - 1) * MOST_RECORDS
    return list(found.values_list("pk", flat=True)[first : first + MOST_RECORDS])


def _over(reader: Reader) -> QuerySet[Game]:
    games = games_visible_to(reader).filter(
        status=GameStatus.FINISHED, practice=False, version__gte=0
    )
    return games.order_by("ended_at", "pk")
