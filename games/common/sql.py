"""SQL composed once through the ORM, for the few queries that every move needs.

The ORM composes the SQL of a query anew each time that it is asked, which takes some ten times as
long as the database takes to answer. What a move reads and writes goes through here; everything
else is better off with the ORM itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper as Connection
from django.db.models import Field, Model, QuerySet

Row = TypeVar("Row", bound=Model)


class PreparedQuery(Generic[Row]):
    """A query for whole rows, with values left open.

    ``make`` builds it from stand-ins, all different, in the order in which the SQL asks for the
    values: ``PreparedQuery(lambda pk: Game.objects.select_for_update().filter(pk=pk))``.
    """

    def __init__(self, make: Callable[..., QuerySet[Row]], *stand_ins: object) -> None:
        self._make = make
        self._stand_ins = stand_ins or (0,)
        self._composed: tuple[type[Row], str, list[str], dict[int, Any]] | None = None

    def rows(self, *values: Any) -> list[Row]:
        """The rows for these values."""
        # Two threads may both compose it the first time: to the same end.
        connection = _connection()
        model, sql, names, converters = self._composed = self._composed or self._compose(connection)
        with connection.cursor() as cursor:
            cursor.execute(sql, values)
            found = [list(row) for row in cursor.fetchall()]
        for place, (convert, expression) in converters.items():
            for row in found:
                for step in convert:
                    row[place] = step(row[place], expression, connection)
        return [model.from_db(connection.alias, names, row) for row in found]

    def _compose(self, connection: Connection) -> tuple[type[Row], str, list[str], dict[int, Any]]:
        queryset = self._make(*self._stand_ins)
        compiler = queryset.query.get_compiler(connection=connection)
        sql, params = compiler.as_sql()
        if tuple(params) != self._stand_ins:
            raise ValueError(f"The values of this query are asked for as {params}: {sql}")
        columns = [expression for expression, _sql, _alias in compiler.select]
        names = [column.target.attname for column in columns]
        return queryset.model, sql, names, compiler.get_converters(columns)


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
