"""Cursors whose statements PostgreSQL parses once and plans a few times for each connection.

Django has PostgreSQL read every query as one that was never seen before, which takes it longer than
to answer most of them. For the queries of :mod:`games.common.sql`, which are the same text each
time, a connection keeps the statement and from the sixth time on its plan.

Decision 176 says why.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, Final

from django.db.backends.base.base import BaseDatabaseWrapper as Connection
from django.db.backends.sqlite3.base import FORMAT_QMARK_REGEX, SQLiteCursorWrapper
from django.db.backends.utils import CursorWrapper

if TYPE_CHECKING:
    from psycopg import Cursor

NEVER_BY_ITSELF: Final = 1_000_000_000
MOST_STATEMENTS: Final = 300
"""Statements that a connection keeps; each has one for each combination of types of its values."""


def keeps_statements(connection: Connection) -> bool:
    """Whether the database of a connection keeps statements; SQLite's driver does so by itself."""
    return connection.vendor == "postgresql"


def open_cursor(connection: Connection) -> CursorWrapper:
    """A cursor for statements that come again and again, to be closed by ``with``."""
    connection.close_if_health_check_failed()
    if connection.connection is None:
        connection.ensure_connection()
    line: Any = connection.connection
    with connection.wrap_database_errors:
        if keeps_statements(connection):
            line.prepared_max = MOST_STATEMENTS
            cursor = _cursor_class()(line)
        else:
            cursor = line.cursor(factory=MarkedCursor)
    return connection._prepare_cursor(cursor)  # type: ignore[attr-defined]


class MarkedCursor(SQLiteCursorWrapper):
    """A cursor of SQLite that puts its marks for open values into each text once."""

    def convert_query(self, query: str, *, param_names: Any = None) -> str:
        if param_names is None:
            return _marked(query)
        return super().convert_query(query, param_names=param_names)


@lru_cache(maxsize=500)
def _marked(query: str) -> str:
    return FORMAT_QMARK_REGEX.sub("?", query).replace("%%", "%")


@dataclass(frozen=True, slots=True)
class _Asked:
    """What a cursor ran, as Django reads it for its list of queries; composed only then."""

    line: Any
    text: Any
    values: Any

    @property
    def query(self) -> bytes:
        from psycopg import ClientCursor

        return ClientCursor(self.line).mogrify(self.text, self.values).encode()


@cache
def _cursor_class() -> type[Cursor[Any]]:
    # Loaded here, since a site on SQLite has no such driver.
    from psycopg import Cursor

    class KeepingCursor(Cursor[Any]):
        def execute(self, query: Any, params: Any = None, **options: Any) -> Any:
            with _keeping(self.connection):
                done = super().execute(query, params, **{"prepare": True, **options})
            self._query = _Asked(self.connection, query, params)  # type: ignore[assignment]
            return done

        def executemany(self, query: Any, params_seq: Any, **options: Any) -> None:
            with _keeping(self.connection):
                super().executemany(query, params_seq, **options)

    return KeepingCursor


@contextmanager
def _keeping(line: Any) -> Iterator[None]:
    """Let a connection keep what runs on it now, and count nothing else (Django turns it off)."""
    line.prepare_threshold = NEVER_BY_ITSELF
    try:
        yield
    finally:
        line.prepare_threshold = None
