"""Many rows into a database, in large parts."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Final, TypeVar

from django.core.management.color import no_style
from django.db import connection, transaction
from django.db.models import Max, Model

from games.log.models import Event

M = TypeVar("M", bound=Model)
AT_ONCE: Final = 5_000
"""Rows that wait until they are written together; events, of which there are most, come beside."""
COLUMNS: Final = (
    "game_id", "seq", "at", "actor", "type", "version", "data", "action", "salt", "prev_hash",
    "hash",
)  # fmt: skip
"""Of an event; data and action are texts in JSON."""


class Store:
    """Takes rows, to which it gives keys; call :meth:`finish` at the end."""

    def __init__(self) -> None:
        self._waiting: dict[type[Model], list[Model]] = defaultdict(list)
        self._events: list[tuple[Any, ...]] = []
        self._last: dict[type[Model], int] = {}
        self.written = Counter[type[Model]]()

    def add(self, row: M) -> M:
        """Take a row, with the next key of its table."""
        model = type(row)
        if model not in self._last:
            self._last[model] = model._base_manager.aggregate(last=Max("pk"))["last"] or 0
        self._last[model] += 1
        row.pk = self._last[model]
        self._waiting[model].append(row)
        if sum(map(len, self._waiting.values())) >= AT_ONCE:
            self._write()
        return row

    def add_events(self, rows: Iterable[tuple[Any, ...]]) -> None:
        """Take events: their values in the order of :data:`COLUMNS`."""
        self._events += rows

    def finish(self) -> None:
        """Write the rest, and let the database count on from the last keys."""
        self._write()
        with connection.cursor() as cursor:
            for statement in connection.ops.sequence_reset_sql(no_style(), list(self._last)):
                cursor.execute(statement)

    def _write(self) -> None:
        with transaction.atomic(), _trusted():
            for model, rows in self._waiting.items():
                model._base_manager.bulk_create(rows, batch_size=1_000)
                self.written[model] += len(rows)
            _write_events(self._events)
            self.written[Event] += len(self._events)
        self._waiting.clear()
        self._events.clear()


@contextmanager
def _trusted() -> Iterator[None]:
    """Spare PostgreSQL to look up each key that a row names, where it lets us: they are our own."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT usesuper FROM pg_user WHERE usename = current_user")
            if cursor.fetchone()[0]:
                cursor.execute("SET LOCAL session_replication_role = replica")
    yield


def _write_events(rows: list[tuple[Any, ...]]) -> None:
    table = f"games_event ({', '.join(COLUMNS)})"
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(f"COPY {table} FROM STDIN") as copy:
                for row in rows:
                    copy.write_row(row)
        else:
            adapt = connection.ops.adapt_datetimefield_value
            places = ", ".join(["%s"] * len(COLUMNS))
            cursor.executemany(
                f"INSERT INTO {table} VALUES ({places})",  # noqa: S608 (the names are ours)
                [(*row[:2], adapt(row[2]), *row[3:]) for row in rows],
            )
