"""Add and subtract sums: the effect of one game as rows of the tables."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final

from django.db import connection
from django.db.models import Model

from games.people.models import Person
from games.people.names import CLOSED_NAME_PREFIX
from games.statistics.measures import (
    TOGETHER,
    Measures,
    measures_of_game,
    measures_of_seat,
    meetings,
    tally_from_json,
)
from games.statistics.models import (
    ALL_GAMES,
    PUBLIC_GAMES,
    BoardSum,
    CountedGame,
    PairSum,
    PersonSum,
    SeasonSum,
)

Row = tuple[Any, ...]
"""The fields that identify a sum, in the order of :data:`TABLES`."""
Sums = Mapping[type[Model], Counter[Row]]

MEASURE: Final = ("kind", "key", "number")
TABLES: Final[Mapping[type[Model], tuple[str, ...]]] = {
    BoardSum: ("board", "with_bots", "seats", "teams", *MEASURE),
    SeasonSum: ("season_id", "board", "seats", *MEASURE),
    PersonSum: ("person_id", "private", "board", *MEASURE),
    PairSum: ("person_id", "private", "other_id", "kind"),
}
AT_ONCE: Final = 100
"""Rows in one statement: SQLite takes 999 values."""


def no_sums() -> dict[type[Model], Counter[Row]]:
    """Sums of no game."""
    return {model: Counter() for model in TABLES}


def sums_of(counted: CountedGame, board: str, open_accounts: Collection[int]) -> Sums:
    """The additions of a counted game to each table.

    ``open_accounts`` are the ids of the people who have sums of their own.
    """
    found = no_sums()
    if counted.tally is None:
        return found
    tally = tally_from_json(counted.tally)
    seats, days = len(tally.seats), counted.tally["days"]
    whole = measures_of_game(tally, days) if counted.public else Counter()
    _add(found[BoardSum], (board, counted.with_bots, seats, tally.teams), whole)
    if counted.season_id is not None:
        _add(found[SeasonSum], (counted.season_id, board, seats), whole)
    if counted.with_bots:
        return found
    people = {
        number: person
        for number, person in enumerate(counted.people)
        if person is not None and person in open_accounts
    }
    for number, person in people.items():
        _add(found[PersonSum], (person, not counted.public, board), measures_of_seat(tally, number))
        for other, kind in meetings(tally, number):
            if other not in people:
                continue
            found[PairSum][person, not counted.public, people[other], kind] += 1
            if kind in TOGETHER:
                if counted.public:
                    found[PairSum][person, False, people[other], PUBLIC_GAMES] += 1
                found[PairSum][person, True, people[other], ALL_GAMES] += 1
    return found


def _add(into: Counter[Row], scope: Row, measures: Measures) -> None:
    for measure, total in measures.items():
        into[*scope, *measure] += total


def open_accounts(people: Collection[int]) -> frozenset[int]:
    """Return those of these ids that are people with an open account."""
    known = Person.objects.filter(pk__in=people)
    found = known.exclude(name__startswith=CLOSED_NAME_PREFIX).values_list("pk", flat=True)
    return frozenset(found)


def change(sums: Sequence[tuple[Sums, int]]) -> None:
    """Add sums to the tables (1) or subtract them (-1), in one go. Call it under the lock."""
    changes: dict[type[Model], Counter[Row]] = defaultdict(Counter)
    for one, sign in sums:
        for model, rows in one.items():
            for row, total in rows.items():
                changes[model][row] += sign * total
    for model, rows in changes.items():
        wanted = sorted((row, total) for row, total in rows.items() if total)
        for start in range(0, len(wanted), AT_ONCE):
            part = wanted[start : start + AT_ONCE]
            with connection.cursor() as cursor:
                cursor.execute(
                    _sql(model, len(part)),
                    [value for row, total in part for value in (*row, total)],
                )
        if wanted:
            model._default_manager.filter(total=0).delete()


@cache
def _sql(model: type[Model], rows: int) -> str:
    quote = connection.ops.quote_name
    # The names of the tables above are those of columns.
    names = [quote(name) for name in TABLES[model]]
    table, total = quote(model._meta.db_table), quote("total")
    places = "(" + ", ".join(["%s"] * (len(names) + 1)) + ")"
    return (
        f"INSERT INTO {table} ({', '.join([*names, total])}) "  # noqa: S608
        f"VALUES {', '.join([places] * rows)} ON CONFLICT ({', '.join(names)}) "
        f"DO UPDATE SET {total} = {table}.{total} + excluded.{total}"
    )


def stored_sums() -> Sums:
    """All sums as stored in the tables."""
    return {model: Counter(dict(_stored(model))) for model in TABLES}


def _stored(model: type[Model]) -> Iterator[tuple[Row, int]]:
    for *row, total in model._default_manager.values_list(*TABLES[model], "total").iterator():
        yield tuple(row), total
