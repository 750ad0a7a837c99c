"""Copies of games: at other times, of other people, with a chain of their own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from functools import cache
from itertools import islice
from typing import Any, Final

from django.db.models import DateTimeField, Model

from games.log.models import Event
from games.players.models import ReliabilityRecord
from games.statistics.measures import EDITION
from games.statistics.models import CountedGame
from games.tables.models import Game, GameStatus, Seat, new_code, new_invitation
from tools.load.chains import chained
from tools.load.templates import CHILDREN, Stop, Template
from tools.load.writing import Store, columns

PERSON_COLUMNS: Final = ("person_id", "organiser_id")


class Copier:
    """Writes copies of games into a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def copy(
        self,
        template: Template,
        stop: Stop,
        people: Sequence[int],
        last: datetime,
        *,
        whole: bool = True,
        **changes: Any,
    ) -> int:
        """Write a copy that stands where the template stood at a stop; return its key.

        ``people`` take the seats in the order of their numbers. ``last`` is when it came there;
        ``changes`` are other values of its row. One that is not ``whole`` has a log, but no ledger
        of its clocks and no notices.
        """
        store, shift = self._store, last - stop.at
        mine = dict(zip(template.people, people, strict=True))
        key = store.key(Game)
        head = None
        for event, at, salt, prev, head in chained(
            islice(template.events, stop.version + 1), shift
        ):
            store.add(
                Event,
                (
                    store.key(Event), key, event.seq, at, event.actor, event.type, event.version,
                    event.data, event.action, salt, prev, head,
                ),
            )  # fmt: skip
        changes |= {"id": key, "code": new_code(), "invitation": new_invitation()}
        if head is not None:
            changes["head"] = head
        store.add(Game, _copied(Game, stop.game, shift, mine, changes))
        ends = {"over_at": changes["ended_at"]} if "ended_at" in changes else {}
        for model, rows in ((Seat, stop.seats), (ReliabilityRecord, stop.conduct)):
            self._children(model, rows, key, shift, mine, ends if model is Seat else {})
        if whole:
            for child in CHILDREN:
                rows = template.children[child][: stop.counts[child]]
                self._children(child, rows, key, shift, mine, {})
        return key

    def count(self, game: int, template: Template, people: Sequence[int]) -> CountedGame:
        """Say that a finished copy has been counted into the statistics; return the row."""
        counted = CountedGame(
            pk=self._store.key(CountedGame),
            game_id=game,
            edition=EDITION,
            version=template.end.version,
            public=True,
            with_bots=False,
            people=list(people),
            tally=template.tally,
        )
        self._store.add(
            CountedGame, [getattr(counted, field.attname) for field in columns(CountedGame)]
        )
        return counted

    def _children(
        self,
        model: type[Model],
        rows: Sequence[list[Any]],
        game: int,
        shift: timedelta,
        people: Mapping[int, int],
        others: Mapping[str, Any],
    ) -> None:
        for row in rows:
            changes = {**others, "id": self._store.key(model), "game_id": game}
            self._store.add(model, _copied(model, row, shift, people, changes))


def cancelled(at: datetime) -> dict[str, Any]:
    """The values of a table that nobody joined."""
    return {"status": GameStatus.CANCELLED, "ended_at": at}


@cache
def _places(model: type[Model]) -> tuple[dict[str, int], list[int], list[int]]:
    """Where each column stands; those of times; those of people."""
    names = {field.attname: at for at, field in enumerate(columns(model))}
    times = [at for at, field in enumerate(columns(model)) if isinstance(field, DateTimeField)]
    return names, times, [names[name] for name in PERSON_COLUMNS if name in names]


def _copied(
    model: type[Model],
    row: list[Any],
    shift: timedelta,
    people: Mapping[int, int],
    changes: Mapping[str, Any],
) -> list[Any]:
    names, times, persons = _places(model)
    copy = list(row)
    for at in times:
        if copy[at] is not None:
            copy[at] += shift
    for at in persons:
        if copy[at] is not None:
            copy[at] = people[copy[at]]
    for name, value in changes.items():
        copy[names[name]] = value
    return copy
