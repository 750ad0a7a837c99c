"""Read sums that a reader may see: each function is one query, however many games were counted."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Final

from django.db import transaction
from django.db.models import QuerySet, Sum

from games.leagues.models import League, Season
from games.people.locking import lock_person
from games.people.models import Person
from games.statistics.figures import Sums
from games.statistics.models import (
    ALL_GAMES,
    PUBLIC_GAMES,
    BoardSum,
    PairSum,
    PersonSum,
    SeasonSum,
)


@dataclass(frozen=True, slots=True)
class Table:
    """Games of one kind: the board, the number of seats, and how many games there are."""

    board: str
    seats: int
    games: int


def _sums(rows: QuerySet[BoardSum] | QuerySet[SeasonSum] | QuerySet[PersonSum]) -> Sums:
    return Sums(rows.values_list("kind", "key", "number", "total"))


def tables_of_board(board: str, *, with_bots: bool) -> list[Table]:
    """The tables at which a board was played, by the number of seats."""
    rows = BoardSum.objects.filter(board=board, with_bots=with_bots, kind="games")
    counts = rows.values_list("seats").annotate(games=Sum("total")).order_by("seats")
    return [Table(board, seats, games) for seats, games in counts]


def sums_of_board(board: str, seats: int, *, with_bots: bool) -> Sums:
    """The sums of a board at tables of n seats."""
    return _sums(BoardSum.objects.filter(board=board, with_bots=with_bots, seats=seats))


def lengths_by_table(board: str = "") -> dict[tuple[str, int], Sums]:
    """The sums of games among people with their turns and days, by board and number of seats.

    ``board`` None means all boards.
    """
    rows = BoardSum.objects.filter(with_bots=False, kind__in=("games", "turns", "days"))
    if board:
        rows = rows.filter(board=board)
    tables: dict[tuple[str, int], list[tuple[str, str, int, int]]] = {}
    for row in rows.only("board", "seats", "kind", "key", "number", "total").iterator():
        line = (row.kind, row.key, row.number, row.total)
        tables.setdefault((row.board, row.seats), []).append(line)
    return {table: Sums(lines) for table, lines in tables.items()}


def _season_rows(of: Season | League) -> QuerySet[SeasonSum]:
    if isinstance(of, Season):
        return SeasonSum.objects.filter(season=of)
    return SeasonSum.objects.filter(season__league=of)


def tables_of_season(of: Season | League) -> list[Table]:
    """The tables of a season, or of all seasons of a league."""
    rows = _season_rows(of).filter(kind="games").values_list("board", "seats")
    counts = rows.annotate(games=Sum("total")).order_by("board", "seats")
    return [Table(*row) for row in counts]


def sums_of_season(of: Season | League, board: str, seats: int) -> Sums:
    """The sums of a season, or of all seasons of a league, at such tables."""
    return _sums(_season_rows(of).filter(board=board, seats=seats))


def may_see_statistics(reader: object, person: Person) -> bool:
    """Whether a reader may see the statistics of a person: everybody, unless they are hidden."""
    if person.is_closed:
        return False
    return person.statistics_public or (isinstance(reader, Person) and reader.pk == person.pk)


def sums_by_board(person: Person, *, own: bool) -> dict[str, Sums]:
    """The sums of a person by board; ``own`` includes the private games."""
    rows = PersonSum.objects.filter(person=person).order_by("board")
    if not own:
        rows = rows.filter(private=False)
    boards: dict[str, list[tuple[str, str, int, int]]] = {}
    for row in rows.only("board", "kind", "key", "number", "total").iterator():
        boards.setdefault(row.board, []).append((row.kind, row.key, row.number, row.total))
    return {board: Sums(lines) for board, lines in boards.items()}


@dataclass(frozen=True, slots=True)
class Pair:
    """A person's results with another one: against them and as partners."""

    name: str
    ahead: int = 0
    level: int = 0
    behind: int = 0
    partner: int = 0
    partner_won: int = 0

    @property
    def against(self) -> int:
        """The games against each other."""
        return self.ahead + self.level + self.behind

    @property
    def games(self) -> int:
        """All games with each other."""
        return self.against + self.partner


MOST_PAIRS: Final = 100
"""The most people in a list of opponents; there may be thousands."""


def pairs_of(person: Person, *, own: bool) -> list[Pair]:
    """The people with whom a person has played most, those with most games first.

    For other readers only public games count, and people who hide their statistics are left out.
    """
    kind = ALL_GAMES if own else PUBLIC_GAMES
    met = PairSum.objects.filter(person=person, kind=kind)
    if not own:
        met = met.filter(other__statistics_public=True)
    most = met.order_by("-total", "other").values_list("other", "other__name")[:MOST_PAIRS]
    names = dict(most)
    found: dict[int, Counter[str]] = {other: Counter() for other in names}
    # One at a time: then the index of the constraint finds each of the others.
    for private in (False, True) if own else (False,):
        rows = PairSum.objects.filter(person=person, private=private, other__in=names)
        rows = rows.exclude(kind__in=(ALL_GAMES, PUBLIC_GAMES))
        for other, kind, total in rows.values_list("other", "kind", "total"):
            found[other][kind] += total
    pairs = [Pair(names[other], **kinds) for other, kinds in found.items()]
    return sorted(pairs, key=lambda pair: (-pair.games, pair.name))


@transaction.atomic
def set_statistics_public(*, person: Person, public: bool) -> None:
    """Show the statistics of a person to everybody, or only to the person."""
    locked = lock_person(person)
    locked.statistics_public = person.statistics_public = public
    locked.save(update_fields=["statistics_public"])
