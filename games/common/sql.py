"""SQL composed once by the ORM, for the queries of the page of a game, a move and a session.

The ORM composes the SQL of a query each time, which takes ten times as long as the database takes
to answer it. docs/performance.md says what that saves, and which internals of Django this reads.
Everything else uses the ORM.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import cache
from inspect import signature
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar, cast

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper as Connection
from django.db.backends.utils import CursorWrapper
from django.db.models import DateField, DateTimeField, Field, Model, QuerySet, TimeField
from django.db.models.query import get_related_populators

from games.common.cut_off import refuse_cut_off

Row = TypeVar("Row", bound=Model)
MOST_VALUES: Final = 900
"""Values in one query: SQLite takes 999."""
STAND_IN: Final = 2_000_000_011
"""A number that no query has of its own, and that fits into a column of whole numbers."""
EARLIER: Final = datetime(2000, 1, 1, tzinfo=UTC)
"""A time to stand in for another."""


class PreparedValues:
    """A query for some fields of rows (``values_list``), with values left open.

    ``make`` builds it from stand-ins: ``PreparedValues(lambda pk: Game.objects.filter(pk=pk) …)``.
    Those are large whole numbers, one for each parameter, unless others are given, as for times.
    The SQL may ask for a value more than once, and in any order. The query is built twice, with
    different stand-ins, and what is the same in both is a constant of it. Nothing can be
    prefetched.
    """

    def __init__(self, make: Callable[..., QuerySet[Any, Any]], *stand_ins: object) -> None:
        self._make = make
        count = len(signature(make).parameters)
        self._stand_ins = stand_ins or tuple(range(STAND_IN, STAND_IN + count))
        self._composed: _Prepared | None = None

    def rows(self, *values: Any) -> list[Any]:
        """The fields of each row for these values."""
        connection = _connection()
        return self._prepared(connection).fetch(values, connection)

    def first(self, *values: Any) -> Any:
        """The first row for these values, or None."""
        return next(iter(self.rows(*values)), None)

    def _prepared(self, connection: Connection) -> _Prepared:
        # Two threads may both compose it the first time: to the same end.
        if self._composed is None:
            stand_ins = [(value, _other(value)) for value in self._stand_ins]
            first, second = zip(*stand_ins, strict=True) if stand_ins else ((), ())
            self._composed = _compose(
                self._make(*first), self._make(*second), stand_ins, connection
            )
        return self._composed


class PreparedQuery(PreparedValues, Generic[Row]):
    """A query for whole rows, as :class:`PreparedValues` for fields.

    Related rows may be selected, fields deferred and rows annotated.
    """

    if TYPE_CHECKING:

        def __init__(self, make: Callable[..., QuerySet[Row]], *stand_ins: object) -> None: ...

        def first(self, *values: Any) -> Row | None: ...

    def rows(self, *values: Any) -> list[Row]:
        """The rows for these values."""
        connection = _connection()
        prepared = self._prepared(connection)
        names, alias = prepared.names, connection.alias
        rows = []
        for fields in prepared.fetch(values, connection):
            row = prepared.model.from_db(alias, names, fields[: len(names)])
            for populator in prepared.populators:
                populator.populate(fields, row)
            for name, place in prepared.annotations:
                setattr(row, name, fields[place])
            rows.append(row)
        return cast("list[Row]", rows)


@dataclass(frozen=True, slots=True)
class _Prepared:
    """A query as SQL, and what turns its results into rows.

    ``slots`` has the place of the open value for each value that the SQL asks for, or None where
    it is the one in ``constants``.
    """

    model: type[Model]
    sql: str
    slots: Sequence[int | None]
    constants: Sequence[Any]
    converters: Sequence[tuple[int, Any, Any]]
    names: Sequence[str]
    populators: Sequence[Any]
    annotations: Sequence[tuple[str, int]]

    def fetch(self, values: Sequence[Any], connection: Connection) -> list[list[Any]]:
        """Run the query with these values; return its rows as Python values."""
        adapted = [_adapted(value, connection) for value in values]
        params = [
            constant if slot is None else adapted[slot]
            for slot, constant in zip(self.slots, self.constants, strict=True)
        ]
        with _cursor(connection) as cursor:
            cursor.execute(self.sql, params)
            found = [list(row) for row in cursor.fetchall()]
        for place, steps, expression in self.converters:
            for row in found:
                for step in steps:
                    row[place] = step(row[place], expression, connection)
        return found


def _other(stand_in: Any) -> Any:
    """A second stand-in of the same type; it fits into the smallest column of whole numbers."""
    if isinstance(stand_in, str):
        return f"{stand_in} 2"
    return stand_in + (timedelta(days=100) if isinstance(stand_in, date) else 100)


def _compose(
    queryset: QuerySet[Any, Any],
    again: QuerySet[Any, Any],
    stand_ins: Sequence[tuple[object, object]],
    connection: Connection,
) -> _Prepared:
    """Compose a query that was made twice, with the first and the second of each stand-in."""
    if queryset._prefetch_related_lookups:  # type: ignore[attr-defined]
        raise ValueError("A prepared query prefetches nothing.")
    compiler = queryset.query.get_compiler(connection=connection)
    sql, params = compiler.as_sql()
    slots = _slots(
        params, again.query.get_compiler(connection=connection).as_sql()[1], stand_ins, connection
    )
    if {*range(len(stand_ins))} != {slot for slot in slots if slot is not None}:
        raise ValueError(f"Not every value of this query is asked for: {params} by {sql}")
    columns = [expression for expression, _sql, _alias in compiler.select]
    names: list[str] = []
    populators: Sequence[Any] = ()
    if (described := compiler.klass_info) is not None:
        names = [columns[place].target.attname for place in described["select_fields"]]
        # The types are those of Django 6, which has one argument more.
        populators = get_related_populators(  # type: ignore[call-arg]
            described, compiler.select, connection.alias
        )
    converters = [
        (place, steps, expression)
        for place, (steps, expression) in compiler.get_converters(columns).items()
    ]
    annotations = list(compiler.annotation_col_map.items())
    return _Prepared(queryset.model, sql, slots, params, converters, names, populators, annotations)


def _slots(
    params: Sequence[Any],
    others: Sequence[Any],
    stand_ins: Sequence[tuple[object, object]],
    connection: Connection,
) -> list[int | None]:
    """The place of the open value behind each parameter; None where it is a constant.

    A constant may equal a stand-in, so only what differs between the two queries is open.
    """
    # A field of text asks for a number as text.
    known = {
        tuple(str(_adapted(value, connection)) for value in pair): place
        for place, pair in enumerate(stand_ins)
    }
    slots: list[int | None] = []
    for pair in zip(map(str, params), map(str, others), strict=True):
        if pair[0] != pair[1] and pair not in known:
            raise ValueError(f"This query changes a value before it asks for it: {pair[0]}")
        slots.append(None if pair[0] == pair[1] else known[pair])
    return slots


def _adapted(value: Any, connection: Connection) -> Any:
    """A value as the driver of the database takes it."""
    if isinstance(value, datetime):
        return connection.ops.adapt_datetimefield_value(value)
    return value


def insert(rows: Sequence[Model], *, unless_there: bool = False) -> int:
    """Store new rows of one model; they do not learn their ids. Return how many were stored.

    ``unless_there`` leaves out those that a unique constraint would refuse.

    :raises TypeError: if a field has a ``pre_save`` of its own (:func:`_refuse_pre_save`).
    """
    return _carry_out(rows, *_insertion(type(rows[0]), unless_there)) if rows else 0


def update(rows: Sequence[Model], *names: str) -> None:
    """Write the fields of these names of stored rows of one model."""
    if rows:
        _carry_out(rows, *_change(type(rows[0]), names))


@cache
def _insertion(model: type[Model], unless_there: bool) -> tuple[list[Field], str]:
    fields = [field for field in model._meta.concrete_fields if not field.primary_key]
    names = ", ".join(_column(field) for field in fields)
    places = ", ".join("%s" for _ in fields)
    sql = f"INSERT INTO {_name(model._meta.db_table)} ({names}) VALUES ({places})"  # noqa: S608
    return _writable(fields), sql + " ON CONFLICT DO NOTHING" * unless_there


@cache
def _change(model: type[Model], names: tuple[str, ...]) -> tuple[list[Field], str]:
    by_name = {field.name: field for field in model._meta.concrete_fields}
    fields = [by_name[name] for name in names]
    changes = ", ".join(f"{_column(field)} = %s" for field in fields)
    table, key = _name(model._meta.db_table), model._meta.pk
    sql = f"UPDATE {table} SET {changes} WHERE {_column(key)} = %s"  # noqa: S608
    return _writable([*fields, key]), sql


PLAIN_PRE_SAVES: Final = {kind.pre_save for kind in (Field, DateField, DateTimeField, TimeField)}
"""Methods that return the value of the row, those of times unless ``auto_now`` is set."""


def _writable(fields: list[Field]) -> list[Field]:
    """Refuse a field that Django fills when a row is saved: nothing here calls ``pre_save``.

    :raises TypeError: for ``auto_now``, ``auto_now_add``, files and fields with a method of theirs.
    """
    for field in fields:
        fills = getattr(field, "auto_now", False) or getattr(field, "auto_now_add", False)
        if fills or type(field).pre_save not in PLAIN_PRE_SAVES:
            raise TypeError(f"{field} has a pre_save of its own: save its rows by the ORM.")
    return fields


def _carry_out(rows: Sequence[Model], fields: Sequence[Field], sql: str) -> int:
    """Run a statement once a row, with its values; return how many rows it changed."""
    connection = _connection()
    for row in rows:
        refuse_cut_off(row)
    values = [
        [field.get_db_prep_save(getattr(row, field.attname), connection) for field in fields]
        for row in rows
    ]
    with _cursor(connection) as cursor:
        if len(values) == 1:
            # The driver of PostgreSQL opens a pipeline for several, and waits once more.
            cursor.execute(sql, values[0])
        else:
            cursor.executemany(sql, values)
        return int(cursor.rowcount)


def _connection() -> Connection:
    # The proxy that Django offers looks this up again for each attribute that is asked of it.
    return connections[DEFAULT_DB_ALIAS]


def _cursor(connection: Connection) -> CursorWrapper:
    """A cursor; PostgreSQL binds its values itself and so keeps the plan (decision 176)."""
    cursor = connection.cursor()
    # Of a statement that it has prepared, the driver cannot tell a log of queries the text.
    if connection.vendor == "postgresql" and not connection.queries_logged:
        # Loaded here, since a site on SQLite has no such driver.
        from psycopg import Cursor

        cursor.cursor = Cursor(connection.connection)
    return cursor


def _column(field: Field) -> str:
    return _name(str(field.column))


def _name(name: str) -> str:
    return _connection().ops.quote_name(name)
