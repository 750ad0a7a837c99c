"""Copies of games: at other times, of other people, with a chain of their own, in large parts."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final, TypeVar

from django.db import connection, transaction
from django.db.models import DateTimeField, Model
from psycopg.types.json import Jsonb

from engine.hash_chain import GENESIS, LOG_ENTRY_FIELDS, LogEntry
from games.common.dates import stamp
from games.log.models import Event
from games.tables.models import Game, Seat, new_code, new_invitation
from tools.load.templates import Stop, Template

M = TypeVar("M", bound=Model)
AT_ONCE: Final = 20_000
"""Events that are written together, with all rows that were taken meanwhile."""
PERSON_COLUMNS: Final = ("person_id", "organiser_id")


class Store:
    """Takes games and rows about them; call :meth:`write` at the end."""

    def __init__(self) -> None:
        self._games: list[Game] = []
        self._events: list[Event] = []
        self._rows: dict[type[Model], list[Model]] = defaultdict(list)

    def add_game(self, game: Game, events: list[Event]) -> None:
        """Take a game with its log."""
        if len(self._events) >= AT_ONCE:
            self.write()
        self._games.append(game)
        self._events += events

    def add(self, row: Model) -> None:
        """Take another row of a game."""
        self._rows[type(row)].append(row)

    def write(self) -> None:
        """Write all that was taken: games first, by whose keys the rest knows them."""
        with transaction.atomic():
            Game.objects.bulk_create(self._games, batch_size=1_000)
            _write_events(self._events)
            for model, rows in self._rows.items():
                model._base_manager.bulk_create(rows, batch_size=1_000)
        self._games.clear()
        self._events.clear()
        self._rows.clear()


def _write_events(events: list[Event]) -> None:
    """Write events; to PostgreSQL by COPY, as they are most of the database."""
    if connection.vendor != "postgresql":
        Event.objects.bulk_create(events, batch_size=1_000)
        return
    names = [*LOG_ENTRY_FIELDS, "hash"]
    with (
        connection.cursor() as cursor,
        cursor.copy(f"COPY games_event (game_id, {', '.join(names)}) FROM STDIN") as copy,
    ):
        for event in events:
            values = [event.game.pk, *(getattr(event, name) for name in names)]
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
) -> Game:
    """Add a copy of the template at one of its stops; return it.

    ``people`` take the seats in the order of their numbers. ``last`` is when it came there;
    ``changes`` are other values of its row. One that is not ``whole`` has a log, but no ledger of
    its clocks and no notices.
    """
    shift = last - stop.at
    mine = dict(zip(template.people, people, strict=True))
    changes |= {"code": new_code(), "invitation": new_invitation(), "changed": False}
    game = _copied(stop.game, shift, mine, changes)
    events = list(_chained(game, template.events[: game.version + 1], shift))
    if events:
        game.head = events[-1].hash
    store.add_game(game, events)
    for row in [*stop.rows, *(stop.history if whole else ())]:
        ends = {"over_at": game.ended_at} if isinstance(row, Seat) else {}
        copy = _copied(row, shift, mine, ends)
        copy.game = game
        store.add(copy)
    return game


def _chained(game: Game, events: Sequence[Event], shift: timedelta) -> Iterator[Event]:
    """A copy of a log, so much later, with salts and a chain of its own."""
    prev = GENESIS
    for event in events:
        at = event.at + shift
        values = {name: getattr(event, name) for name in LOG_ENTRY_FIELDS}
        values |= {"salt": os.urandom(16).hex(), "prev_hash": prev}
        prev = LogEntry(**{**values, "at": stamp(at)}).hash()
        yield Event(**{**values, "at": at}, game=game, hash=prev)


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
