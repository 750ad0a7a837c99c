"""SQL composed once through the ORM, for the few queries that every move needs.

The ORM composes the SQL of a query anew each time that it is asked, which takes some ten times as
long as the database takes to answer. The reads and writes of a move go through here; everything
else is better off with the ORM itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import cache
from inspect import signature
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar, cast

from django.core.exceptions import ObjectDoesNotExist
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper as Connection
from django.db.models import Field, Model, QuerySet
from django.db.models.query import get_related_populators

Row = TypeVar("Row", bound=Model)
MOST_VALUES: Final = 900
"""Values in one question: SQLite takes 999."""
STAND_IN: Final = 2_000_000_011
"""A number that no query has of its own, and that fits into a column of whole numbers."""


class _Open:
    """A query with values left open, composed when it is first asked."""

    def __init__(self, make: Callable[..., QuerySet[Any, Any]], *stand_ins: object) -> None:
        self._make = make
        count = len(signature(make).parameters)
        self._stand_ins = stand_ins or tuple(range(STAND_IN, STAND_IN + count))
        self._composed: Prepared | None = None

    def _prepared(self, connection: Connection) -> Prepared:
        # Two threads may both compose it the first time: to the same end.
        if self._composed is None:
            queryset = self._make(*self._stand_ins)
            self._composed = _compose(queryset, self._stand_ins, connection)
        return self._composed


class PreparedQuery(_Open, Generic[Row]):
    """A query for whole rows, with values left open.

    ``make`` builds it from stand-ins: ``PreparedQuery(lambda pk: Game.objects.filter(pk=pk))``.
    Those are large whole numbers, one for each parameter, unless others are given, as for times.
    The SQL may ask for a value more than once, and in any order; what else it asks for stays as it
    is. Related rows may be selected, and slices taken; nothing can be prefetched.
    """

    if TYPE_CHECKING:

        def __init__(self, make: Callable[..., QuerySet[Row]], *stand_ins: object) -> None: ...

    def rows(self, *values: Any) -> list[Row]:
        """The rows for these values."""
        connection = _connection()
        prepared = self._prepared(connection)
        names, end = prepared.names, len(prepared.names)
        rows = []
        for fields in prepared.fetch(values, connection):
            row = prepared.model.from_db(connection.alias, names, fields[:end])
            for populator in prepared.populators:
                populator.populate(fields, row)
            rows.append(row)
        return cast("list[Row]", rows)

    def first(self, *values: Any) -> Row | None:
        """The first row for these values, or None."""
        return next(iter(self.rows(*values)), None)

    def get(self, *values: Any) -> Row:
        """The only row for these values.

        :raises ObjectDoesNotExist: if there is none.
        """
        rows = self.rows(*values)
        if not rows:
            raise ObjectDoesNotExist
        (row,) = rows
        return row


class PreparedValues(_Open):
    """A query for some fields of rows (``values_list``), as :class:`PreparedQuery` for rows."""

    def rows(self, *values: Any) -> list[list[Any]]:
        """The fields of each row for these values."""
        connection = _connection()
        return self._prepared(connection).fetch(values, connection)

    def first(self, *values: Any) -> list[Any] | None:
        """The fields of the first row for these values, or None."""
        return next(iter(self.rows(*values)), None)


@dataclass(frozen=True, slots=True)
class Prepared:
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

    def fetch(self, values: Sequence[Any], connection: Connection) -> list[list[Any]]:
        """Run the query with these values; return its rows as Python values."""
        adapted = [_adapted(value, connection) for value in values]
        params: list[Any] = [
            constant if slot is None else adapted[slot]
            for slot, constant in zip(self.slots, self.constants, strict=True)
        ]
        with connection.cursor() as cursor:
            cursor.execute(self.sql, params)
            found = [list(row) for row in cursor.fetchall()]
        for place, steps, expression in self.converters:
            for row in found:
                for step in steps:
                    row[place] = step(row[place], expression, connection)
        return found


def _compose(
    queryset: QuerySet[Any, Any], stand_ins: Sequence[object], connection: Connection
) -> Prepared:
    if queryset._prefetch_related_lookups:  # type: ignore[attr-defined]
        raise ValueError("A prepared query prefetches nothing.")
    compiler = queryset.query.get_compiler(connection=connection)
    sql, params = compiler.as_sql()
    # A field of text asks for a number as text.
    known = {str(_adapted(value, connection)): place for place, value in enumerate(stand_ins)}
    slots = [known.get(str(param)) for param in params]
    if {*known.values()} != {slot for slot in slots if slot is not None}:
        raise ValueError(f"Not every value of this query is asked for: {params} by {sql}")
    columns = [expression for expression, _sql, _alias in compiler.select]
    names: list[str] = []
    populators: Sequence[Any] = ()
    if (described := compiler.klass_info) is not None:
        names = [columns[place].target.attname for place in described["select_fields"]]
        populators = get_related_populators(  # type: ignore[call-arg]
            described, compiler.select, connection.alias
        )
    converters = [
        (place, steps, expression)
        for place, (steps, expression) in compiler.get_converters(columns).items()
    ]
    return Prepared(queryset.model, sql, slots, params, converters, names, populators)


def _adapted(value: Any, connection: Connection) -> Any:
    """A value as the driver of the database takes it."""
    if isinstance(value, datetime):
        return connection.ops.adapt_datetimefield_value(value)
    if isinstance(value, date):
        return connection.ops.adapt_datefield_value(value)
    return value


def insert(rows: Sequence[Model], *, unless_there: bool = False) -> None:
    """Store new rows of one model; they do not learn their ids.

    ``unless_there`` leaves out those that a unique constraint would refuse.
    """
    if rows:
        _carry_out(rows, *_insertion(type(rows[0]), unless_there))


def update(rows: Sequence[Model], *names: str) -> None:
    """Write the fields of these names of stored rows of one model."""
    if rows:
        _carry_out(rows, *_change(type(rows[0]), names))


@cache
def _insertion(model: type[Model], unless_there: bool) -> tuple[list[Field], str]:
    fields = [field for field in model._meta.concrete_fields if not field.primary_key]
    columns = ", ".join(_column(field) for field in fields)
    places = ", ".join("%s" for _ in fields)
    sql = f"INSERT INTO {_name(model._meta.db_table)} ({columns}) VALUES ({places})"  # noqa: S608
    return fields, sql + " ON CONFLICT DO NOTHING" * unless_there


@cache
def _change(model: type[Model], names: tuple[str, ...]) -> tuple[list[Field], str]:
    by_name = {field.name: field for field in model._meta.concrete_fields}
    fields = [by_name[name] for name in names]
    changes = ", ".join(f"{_column(field)} = %s" for field in fields)
    table, key = _name(model._meta.db_table), model._meta.pk
    sql = f"UPDATE {table} SET {changes} WHERE {_column(key)} = %s"  # noqa: S608
    return [*fields, key], sql


def _carry_out(rows: Sequence[Model], fields: list[Field], sql: str) -> None:
    connection = _connection()
    values = [
        [field.get_db_prep_save(getattr(row, field.attname), connection) for field in fields]
        for row in rows
    ]
    with connection.cursor() as cursor:
        cursor.executemany(sql, values)


def _connection() -> Connection:
    # The proxy that Django offers looks this up again for each attribute that is asked of it.
    return connections[DEFAULT_DB_ALIAS]


def _column(field: Field) -> str:
    return _name(str(field.column))


def _name(name: str) -> str:
    return _connection().ops.quote_name(name)
