"""Partition the table of events by hash of the game, on PostgreSQL: all or nothing.

Decision 174 says why.
"""

# ruff: noqa: S608 — all names in the statements are of this module or of the catalogue
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from django.db import connection, transaction

from games.log import triggers
from games.log.models import Event

TABLE: Final = "games_event"
KEY: Final = "game_id"
NEW: Final = f"{TABLE}_partitioned"
STEPS: Final = 50
"""Pieces in which rows are copied, for a bar that moves."""
MOST: Final = 256
# The sum does not depend on the order of rows, and each row counts as a whole.
_DIGEST: Final = "SELECT count(*), coalesce(sum(hashtextextended(e::text, 0)), 0) FROM {table} e"

Shown = Callable[[str, int, int], None]


class PartitioningError(Exception):
    """The table cannot be partitioned; nothing has changed, and the message says why."""


@dataclass(frozen=True, slots=True)
class _Table:
    """The statements that make everything of the table again except its columns."""

    columns: list[str]
    primary_key: str
    constraints: list[str]
    indexes: list[str]


def partition_events(*, partitions: int, shown: Shown) -> int:
    """Turn the table of events into one of n partitions; return the number of rows.

    Nobody reads or writes events meanwhile, and the disk holds them twice. The unique (game, seq)
    stays, and so do all triggers, indexes and names; the primary key becomes (id, game), since the
    key of a partitioned table holds what it is partitioned by.

    :raises PartitioningError: on another database, or if the table is not as this program made it.
    """
    if connection.vendor != "postgresql":
        raise PartitioningError("Only tables of PostgreSQL can be partitioned.")
    if not 2 <= partitions <= MOST:
        raise PartitioningError(f"There can be 2 to {MOST} partitions.")
    with transaction.atomic():
        # Deferred checks would prevent changes to the table.
        _run("SET CONSTRAINTS ALL IMMEDIATE")
        _run("SET LOCAL maintenance_work_mem = '256MB'")
        _run(f"LOCK TABLE {TABLE} IN ACCESS EXCLUSIVE MODE")
        if is_partitioned():
            raise PartitioningError("The table of events is partitioned already.")
        table = _described()
        before = _row(_DIGEST.format(table=TABLE))
        _make(partitions)
        _copy(table.columns, shown)
        if _row(_DIGEST.format(table=NEW)) != before:
            raise PartitioningError("The copy is not what was copied. Nothing has changed.")
        _replace(table, shown)
        triggers.install(connection)
    _run(f"ANALYZE {TABLE}")
    return int(before[0])


def is_partitioned() -> bool:
    """Whether the table of events has partitions."""
    return bool(_row(f"SELECT relkind = 'p' FROM pg_class WHERE oid = '{TABLE}'::regclass")[0])


def _described() -> _Table:
    referring = _row(
        f"SELECT string_agg(conrelid::regclass::text, ', ') FROM pg_constraint"
        f" WHERE contype = 'f' AND confrelid = '{TABLE}'::regclass"
    )[0]
    if referring:
        raise PartitioningError(
            f"Tables refer to rows of {TABLE} by their id, which would not be unique any more by"
            f" itself: {referring}."
        )
    constraints = _rows(
        "SELECT conname, contype, pg_get_constraintdef(oid), conkey FROM pg_constraint"
        f" WHERE conrelid = '{TABLE}'::regclass AND contype IN ('p', 'u', 'f') ORDER BY conname"
    )
    key = _row(
        f"SELECT attnum FROM pg_attribute WHERE attrelid = '{TABLE}'::regclass"
        f" AND attname = '{KEY}'"
    )[0]
    for name, kind, _definition, numbers in constraints:
        if kind == "u" and key not in numbers:
            raise PartitioningError(f"The unique constraint {name} does not hold the game.")
    indexes = _rows(
        "SELECT pg_get_indexdef(i.indexrelid), i.indisunique, i.indkey::int2[] FROM pg_index i"
        f" WHERE i.indrelid = '{TABLE}'::regclass AND NOT EXISTS"
        " (SELECT 1 FROM pg_constraint c"
        "  WHERE c.conindid = i.indexrelid AND c.contype IN ('p', 'u'))"
    )
    if any(unique and key not in numbers for _definition, unique, numbers in indexes):
        raise PartitioningError("A unique index does not hold the game.")
    (primary,) = [name for name, kind, *_ in constraints if kind == "p"]
    return _Table(
        columns=[str(field.column) for field in Event._meta.concrete_fields],
        primary_key=primary,
        constraints=[
            f'ALTER TABLE {TABLE} ADD CONSTRAINT "{name}" {definition}'
            for name, kind, definition, _ in constraints
            if kind != "p"
        ],
        indexes=[definition for definition, *_ in indexes],
    )


def _make(partitions: int) -> None:
    _run(
        f"CREATE TABLE {NEW} (LIKE {TABLE} INCLUDING CONSTRAINTS INCLUDING STORAGE)"
        f" PARTITION BY HASH ({KEY})"
    )
    for number in range(partitions):
        _run(
            f"CREATE TABLE {TABLE}_p{number:03} PARTITION OF {NEW}"
            f" FOR VALUES WITH (MODULUS {partitions}, REMAINDER {number})"
        )


def _copy(columns: list[str], shown: Shown) -> None:
    names = ", ".join(f'"{column}"' for column in columns)
    low, high = _row(f"SELECT coalesce(min({KEY}), 0), coalesce(max({KEY}), 0) FROM {TABLE}")
    width = (high - low) // STEPS + 1
    for step in range(STEPS):
        start = low + step * width
        _run(
            f"INSERT INTO {NEW} ({names}) SELECT {names} FROM {TABLE}"
            f" WHERE {KEY} >= {start} AND {KEY} < {start + width}"
        )
        shown("Copying events", step + 1, STEPS)


def _replace(table: _Table, shown: Shown) -> None:
    """Put the new table in the place of the old one, under all its names."""
    # Before 17 a partitioned table has no identity columns: a sequence gives the ids.
    sequence = _row(f"SELECT pg_get_serial_sequence('{TABLE}', 'id')")[0]
    last, is_called = _row(f"SELECT last_value, is_called FROM {sequence}")
    rest = [
        f"DROP TABLE {TABLE}",
        f"ALTER TABLE {NEW} RENAME TO {TABLE}",
        f"CREATE SEQUENCE {sequence} OWNED BY {TABLE}.id",
        f"SELECT setval('{sequence}', {last}, {str(is_called).lower()})",
        f"ALTER TABLE {TABLE} ALTER COLUMN id SET DEFAULT nextval('{sequence}')",
        f'ALTER TABLE {TABLE} ADD CONSTRAINT "{table.primary_key}" PRIMARY KEY (id, {KEY})',
        *table.constraints,
        *table.indexes,
    ]
    for done, statement in enumerate(rest, 1):
        _run(statement)
        shown("Making indexes", done, len(rest))


def _run(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


def _row(query: str) -> Any:
    return _rows(query)[0]


def _rows(query: str) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(query)
        return cursor.fetchall()
