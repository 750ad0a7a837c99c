"""A site of its own for the figures that need one: an empty database that goes with the process."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from django.db.backends.base.base import BaseDatabaseWrapper

    from engine import Action
    from games.people.models import Person
    from games.play import Accepted
    from games.tables.models import Game

NOW = datetime(2026, 11, 21, 7, 30, tzinfo=UTC)


@cache
def open_site(database: str = "") -> None:
    """Set the site up with the settings that it has everywhere, once a process.

    ``database`` is the address of an empty one; without it a fresh SQLite file is made.
    """
    os.environ["DATABASE_URL"] = database or f"sqlite:///{fresh_file()}"
    os.environ["DJANGO_SETTINGS_MODULE"] = "ttr_site.settings"

    import django

    django.setup()

    from django.conf import settings
    from django.core.management import call_command

    settings.ALLOWED_HOSTS = ["testserver"]
    settings.ROOT_URLCONF = "tools.bench.bare"
    call_command("migrate", verbosity=0)


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


def fresh_file() -> Path:
    """The path of a database file that is still to be made, and goes with the process."""
    folder = tempfile.mkdtemp(prefix="night-mail-bench-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder) / "bench.sqlite3"
