"""Copies of games: at other times, of other people, with a chain of their own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final, TypeVar

from django.db.models import DateTimeField, Model

from games.statistics.measures import EDITION
from games.statistics.models import CountedGame
from games.tables.models import Seat, new_code, new_invitation
from tools.load.chains import chained
from tools.load.templates import CHILDREN, Stop, Template
from tools.load.writing import Store

M = TypeVar("M", bound=Model)
PERSON_COLUMNS: Final = ("person_id", "organiser_id")


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
