"""A site of its own for the figures that need one: an empty database that goes with the process."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import cache
from multiprocessing import get_context
from typing import TYPE_CHECKING

import psycopg

from tools.bench.figure import Figure
from tools.site import databases

if TYPE_CHECKING:
    from django.db.backends.base.base import BaseDatabaseWrapper

    from engine import Action
    from games.people.models import Person
    from games.play import Accepted
    from games.tables.models import Game

SERVER = "postgres://postgres@127.0.0.1:5432"
NOW = datetime(2026, 11, 21, 7, 30, tzinfo=UTC)


@cache
def open_site(database: str = "") -> None:
    """Set the site up once a process, on an empty database of this address or a fresh file."""
    databases.open_site(database or databases.fresh_file())


def on_postgresql(name: str, measure: Callable[[], Figure]) -> Figure:
    """What ``measure`` finds on an empty database that is dropped afterwards.

    Where no PostgreSQL answers, the figure is missed: a promise that nobody measured is not kept.
    """
    try:
        with passing_database() as database, ProcessPoolExecutor(1, get_context("spawn")) as other:
            return other.submit(_measured, database, measure).result()
    except psycopg.OperationalError:
        text = (
            f"not measured, no PostgreSQL answers at {SERVER}; --without-postgresql leaves it out"
        )
        return Figure(name, text, enough=False)


def _measured(database: str, measure: Callable[[], Figure]) -> Figure:
    open_site(database)
    return measure()


@contextmanager
def passing_database() -> Iterator[str]:
    """The address of an empty database, one for each process, that is dropped afterwards."""
    name = f"night_mail_bench_{os.getpid()}"
    databases.create_database(SERVER, name)
    try:
        yield f"{SERVER}/{name}"
    finally:
        databases.drop_database(SERVER, name)


@contextmanager
def second_database(name: str) -> Iterator[tuple[BaseDatabaseWrapper, BaseDatabaseWrapper]]:
    """The connections to the database of the site and to an empty one of its kind, with tables.

    `work_on` chooses between them.
    """
    from django.core.management import call_command
    from django.db import connections

    first = connections["default"]
    second = first.copy()
    second.settings_dict["NAME"] = name
    work_on(second)
    try:
        call_command("migrate", verbosity=0)
        yield first, second
    finally:
        second.close()
        work_on(first)


def work_on(connection: BaseDatabaseWrapper) -> None:
    """Let the site read and write by this connection, in this thread."""
    from django.db import connections

    connections["default"] = connection


def make_people(*names: str) -> list[Person]:
    """New people of these names."""
    from games.people.models import Person

    return [Person.objects.create_user(f"{name.lower()}@example.org", name) for name in names]


def begin_game(people: Sequence[Person], board: str, *, order_fixed: bool = True) -> Game:
    """A game of these people that has begun."""
    from games.lobby import GameOptions, create_game, join_game

    options = GameOptions(board=board, seats=len(people), order_fixed=order_fixed)
    game = create_game(organiser=people[0], options=options, now=NOW)
    for person in people[1:]:
        join_game(game=game, person=person, admission=False, now=NOW)
    return game


def move(
    game: Game, seat: int, decision: int, action: Action, *, key: str | None = None
) -> Accepted:
    """Submit an action of a seat; return what was accepted."""
    from games.play import submit_action

    return submit_action(
        game=game,
        seat=seat,
        decision=decision,
        actions=[action],
        actor=str(seat),
        now=NOW,
        key=key,
    )
