"""Copies of games: at other times, of other people, with a chain of their own, in large parts."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final, TypeVar

from django.core.management.color import no_style
from django.db import connection, transaction
from django.db.models import DateTimeField, Max, Model
from psycopg.types.json import Jsonb

from engine.hash_chain import GENESIS, LOG_ENTRY_FIELDS, LogEntry
from games.common.dates import stamp
from games.log.models import Event
from games.statistics.measures import EDITION
from games.statistics.models import CountedGame
from games.tables.models import Seat, new_code, new_invitation
from tools.load.templates import Stop, Template

M = TypeVar("M", bound=Model)
AT_ONCE: Final = 5_000
"""Rows that are written together, with the events that were taken meanwhile."""
PERSON_COLUMNS: Final = ("person_id", "organiser_id")


class Store:
    """Takes rows, to which it gives keys; call :meth:`finish` at the end."""

    def __init__(self) -> None:
        self._waiting: dict[type[Model], list[Model]] = defaultdict(list)
        self._events: list[Event] = []
        self._last: dict[type[Model], int] = {}

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

    def add_events(self, events: Iterable[Event]) -> None:
        """Take events, which get their keys from the database."""
        self._events += events

    def finish(self) -> None:
        """Write the rest, and let the database count on from the last keys."""
        self._write()
        with connection.cursor() as cursor:
            for statement in connection.ops.sequence_reset_sql(no_style(), list(self._last)):
                cursor.execute(statement)

    def _write(self) -> None:
        with transaction.atomic():
            for model, rows in self._waiting.items():
                model._base_manager.bulk_create(rows, batch_size=1_000)
            _write_events(self._events)
        self._waiting.clear()
        self._events.clear()


def _write_events(events: list[Event]) -> None:
    """Write events; to PostgreSQL by COPY, as they are most of the database."""
    if connection.vendor != "postgresql":
        Event.objects.bulk_create(events, batch_size=1_000)
        return
    names = [field.attname for field in Event._meta.concrete_fields if not field.primary_key]
    with (
        connection.cursor() as cursor,
        cursor.copy(f"COPY games_event ({', '.join(names)}) FROM STDIN") as copy,
    ):
        for event in events:
            values = [getattr(event, name) for name in names]
            copy.write_row([Jsonb(one) if isinstance(one, dict) else one for one in values])


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
    if events := list(_chained(game.pk, template.events[: game.version + 1], shift)):
        game.head = events[-1].hash
        store.add_events(events)
    ends = {"over_at": changes["ended_at"]} if "ended_at" in changes else {}
    for row in [*stop.rows, *(stop.history if whole else ())]:
        more = ends if isinstance(row, Seat) else {}
        store.add(_copied(row, shift, mine, {**more, "game_id": game.pk}))
    return int(game.pk)


def _chained(game: int, events: Sequence[Event], shift: timedelta) -> Iterator[Event]:
    """A copy of a log, so much later, with salts and a chain of its own."""
    prev = GENESIS
    for event in events:
        at = event.at + shift
        values = {name: getattr(event, name) for name in LOG_ENTRY_FIELDS}
        values |= {"salt": os.urandom(16).hex(), "prev_hash": prev}
        prev = LogEntry(**{**values, "at": stamp(at)}).hash()
        yield Event(**{**values, "at": at}, game_id=game, hash=prev)


def count_game(store: Store, game: int, template: Template, people: Sequence[int]) -> CountedGame:
    """Say that a finished copy has been counted into the statistics; return the row."""
    return store.add(
        CountedGame(
            game_id=game,
            edition=EDITION,
            version=template.end.game.version,
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
