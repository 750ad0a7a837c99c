"""Search among tables that wait for players."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.people.models import Person
from games.people.names import LONGEST
from games.players.follows.following import people_followed_by
from games.tables.models import LONGEST_NAME, Game, Seat

LONGEST_SEARCH: Final = max(LONGEST_NAME, LONGEST)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSearch:
    """Conditions of a search; None, "" or False is no condition.

    ``days`` is the most days per turn, 0 for hours, ``text`` a part of the name of the table or its
    organiser, or its code.
    """

    text: str = ""
    board: str = ""
    seats: int | None = None
    days: int | None = None
    evening: bool | None = None
    rated: bool | None = None
    bots: bool | None = None
    bot_accounts: bool | None = None
    plans: str = ""
    followed: bool = False

    def __bool__(self) -> bool:
        return self != TableSearch()


def search_tables(
    games: QuerySet[Game], search: TableSearch, reader: Person | None
) -> QuerySet[Game]:
    """Return the games that match a search, in their given order."""
    if search.board:
        games = games.filter(board=search.board)
    if search.seats is not None:
        games = games.filter(seat_count=search.seats)
    if search.days is not None:
        games = games.filter(days_per_turn__lte=search.days)
    if search.evening is not None:
        evening = Q(evening_minutes__gt=0)
        games = games.filter(evening if search.evening else ~evening)
    if search.rated is not None:
        games = games.filter(rated=search.rated)
    if search.bots is not None:
        bots = Exists(Seat.objects.filter(game=OuterRef("pk")).exclude(bot=""))
        games = games.filter(bots if search.bots else ~bots)
    if search.bot_accounts is not None:
        seated = Exists(Seat.objects.filter(game=OuterRef("pk"), person__bot_since__isnull=False))
        admits = Q(bot_accounts=True) | Q(seated)
        games = games.filter(admits if search.bot_accounts else ~admits)
    if search.plans:
        games = games.filter(plans=search.plans)
    if search.followed and reader is not None:
        followed = Seat.objects.filter(game=OuterRef("pk"), person__in=people_followed_by(reader))
        games = games.filter(Exists(followed))
    if text := search.text.strip():
        games = games.filter(
            Q(name__icontains=text) | Q(organiser__name__icontains=text) | Q(code=text.lower())
        )
    return games
