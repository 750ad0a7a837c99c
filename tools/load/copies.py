"""Copies of games: at other times, of other people, with a chain of their own, in large parts."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any, Final, TypeVar

from django.core.management.color import no_style
from django.db import connection, transaction
from django.db.models import DateTimeField, Max, Model

from games.log.models import Event
from games.statistics.measures import EDITION
from games.statistics.models import CountedGame
from games.tables.models import Seat, new_code, new_invitation
from tools.load.templates import CHILDREN, Stop, Template, chained

M = TypeVar("M", bound=Model)
AT_ONCE: Final = 5_000
"""Rows that wait until they are written together; events, of which there are most, come beside."""
COLUMNS: Final = (
    "game_id", "seq", "at", "actor", "type", "version", "data", "action", "salt", "prev_hash",
    "hash",
)  # fmt: skip
"""Of an event; data and action are texts in JSON."""
PERSON_COLUMNS: Final = ("person_id", "organiser_id")


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


def copy_game(
    store: Store,
    template: Template,
    stop: Stop,
    people: Sequence[int],
    last: datetime,
    *,
    whole: bool = True,
    **changes: Any,
) -> int:
    """Write a copy of the template at one of its stops; return its key.

    ``people`` take the seats in the order of their numbers. ``last`` is when it came there;
    ``changes`` are other values of its row. One that is not ``whole`` has a log, but no ledger of
    its clocks and no notices.
    """
    shift = last - stop.at
    mine = dict(zip(template.people, people, strict=True))
    changes |= {"code": new_code(), "invitation": new_invitation(), "changed": False}
    game = store.add(_copied(stop.game, shift, mine, changes))
    if events := list(chained(game.pk, template.events[: stop.version + 1], shift)):
        game.head = events[-1][-1]
        store.add_events(events)
    rows: list[Model] = [*stop.seats, *stop.conduct]
    if whole:
        for child in CHILDREN:
            rows += template.children[child][: stop.counts[child]]
    ends = {"over_at": changes["ended_at"]} if "ended_at" in changes else {}
    for row in rows:
        more = ends if isinstance(row, Seat) else {}
        store.add(_copied(row, shift, mine, {**more, "game_id": game.pk}))
    return int(game.pk)


def count_game(store: Store, game: int, template: Template, people: Sequence[int]) -> CountedGame:
    """Say that a finished copy has been counted into the statistics; return the row."""
    return store.add(
        CountedGame(
            game_id=game,
            edition=EDITION,
            version=template.end.version,
            public=True,
            with_bots=False,
            people=list(people),
            tally=template.tally,
        )
    )


def _copied(row: M, shift: timedelta, people: Mapping[int, int], changes: Mapping[str, Any]) -> M:
    values: dict[str, Any] = {}
    for field in row._meta.concrete_fields:
        value = getattr(row, field.attname)
        if value is not None and isinstance(field, DateTimeField):
            value += shift
        elif value is not None and field.attname in PERSON_COLUMNS:
            value = people[value]
        values[field.attname] = value
    return type(row)(**{**values, "id": None, **changes})
