"""Many rows into a database fast: COPY on PostgreSQL, many rows a statement on SQLite."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any, Final

from django.core.management.color import no_style
from django.db import connection, transaction
from django.db.models import Field, JSONField, Max, Model

AT_ONCE: Final = 50_000
"""Rows that wait until they are written together."""
Convert = Callable[[Any], Any]


@cache
def columns(model: type[Model]) -> tuple[Field[Any, Any], ...]:
    """The fields of a model that are columns, in the order in which rows have them."""
    return tuple(model._meta.concrete_fields)


def values(row: Model) -> list[Any]:
    """The values of a row in the order of :func:`columns`, as Python has them."""
    return [getattr(row, field.attname) for field in columns(type(row))]


class Store:
    """Takes rows with keys that it gives out, and writes them in large parts.

    Call :meth:`finish` at the end: it writes what is left, and lets the database count on from the
    last key.
    """

    def __init__(self) -> None:
        self._waiting: dict[type[Model], list[Sequence[Any]]] = defaultdict(list)
        self._count = 0
        self._last: dict[type[Model], int] = {}
        self.written: dict[type[Model], int] = defaultdict(int)

    def key(self, model: type[Model]) -> int:
        """The next key of a table."""
        if model not in self._last:
            found = model._default_manager.aggregate(last=Max("pk"))["last"]
            self._last[model] = found or 0
        self._last[model] += 1
        return self._last[model]

    def add(self, model: type[Model], row: Sequence[Any]) -> None:
        """Take a row: its values in the order of :func:`columns`, JSON as data or as text."""
        self._waiting[model].append(row)
        self._count += 1
        if self._count >= AT_ONCE:
            self.write()

    def write(self) -> None:
        """Write all that waits, in one transaction."""
        with transaction.atomic(), _trusted():
            for model, rows in self._waiting.items():
                _write(model, rows)
                self.written[model] += len(rows)
        self._waiting.clear()
        self._count = 0

    def finish(self) -> None:
        """Write the rest, and let the database count on from here."""
        self.write()
        with connection.cursor() as cursor:
            for statement in connection.ops.sequence_reset_sql(no_style(), list(self._last)):
                cursor.execute(statement)


@contextmanager
def _trusted() -> Iterator[None]:
    """Spare PostgreSQL to look up each key that a row names, where it lets us: they are our own."""
    if connection.vendor != "postgresql":
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT usesuper FROM pg_user WHERE usename = current_user")
        if cursor.fetchone()[0]:
            cursor.execute("SET LOCAL session_replication_role = replica")
    yield


def _write(model: type[Model], rows: Sequence[Sequence[Any]]) -> None:
    quote = connection.ops.quote_name
    fields = columns(model)
    names = ", ".join(quote(_name(field)) for field in fields)
    table = quote(model._meta.db_table)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            texts = [at for at, field in enumerate(fields) if isinstance(field, JSONField)]
            with cursor.copy(f"COPY {table} ({names}) FROM STDIN") as copy:
                for row in rows:
                    copy.write_row(_with_texts(row, texts) if texts else row)
        else:
            converts = [_converter(field) for field in fields]
            places = ", ".join(["%s"] * len(fields))
            cursor.executemany(
                f"INSERT INTO {table} ({names}) VALUES ({places})",  # noqa: S608
                [
                    [convert(value) for convert, value in zip(converts, row, strict=True)]
                    for row in rows
                ],
            )


def _name(field: Field[Any, Any]) -> str:
    assert field.column is not None, f"{field} is no column"
    return field.column


def _with_texts(row: Sequence[Any], texts: Sequence[int]) -> Sequence[Any]:
    if all(row[at] is None or isinstance(row[at], str) for at in texts):
        return row
    changed = list(row)
    for at in texts:
        changed[at] = _json(row[at])
    return changed


def _json(value: Any) -> str | None:
    return value if value is None or isinstance(value, str) else json.dumps(value)


def _converter(field: Field[Any, Any]) -> Convert:
    if isinstance(field, JSONField):
        return _json
    return lambda value: field.get_db_prep_save(value, connection)
