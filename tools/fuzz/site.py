"""A site with demo data for the requests, which each of them finds as the first one did."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from django.core.cache import cache
from django.db import connection, transaction
from django.utils.timezone import now

from games.demo.steps import STEPS
from games.leagues.models import League
from games.people.models import Person
from tools.players.people import session_of, token_of

ROLES = {"a player": "Alice", "another player": "Bob", "a director": "Dana", "staff": "Erin"}
ANONYMOUS = "anonymous"


def make_demo() -> None:
    """Make the demo data, with Dana as a director of its league who is nothing else."""
    for step in STEPS:
        step(now())
    for league in League.objects.all():
        league.directors.add(Person.objects.get(name=ROLES["a director"]))


@dataclass(frozen=True, slots=True)
class Caller:
    """Somebody who sends requests: the key of the session, and a token of the API."""

    session: str = ""
    token: str = ""


def callers() -> dict[str, Caller]:
    """Everybody by role; all but one are signed in and have a token for everything."""
    found = {ANONYMOUS: Caller()}
    for role, name in ROLES.items():
        person = Person.objects.get(name=name)
        found[role] = Caller(session_of(person), token_of(person, "fuzz", now()))
    return found


class Restorer:
    """Puts the database back after each request.

    On SQLite requests commit as on the site, and a copy is played back where they have changed
    something. On PostgreSQL each is within a transaction that is undone.
    """

    def __init__(self) -> None:
        self._copy: sqlite3.Connection | None = None
        connection.ensure_connection()
        if connection.vendor == "sqlite" and not connection.in_atomic_block:
            self._copy = sqlite3.connect(":memory:")
            connection.connection.backup(self._copy)

    @contextmanager
    def undone(self) -> Iterator[None]:
        """Undo in the end what is done within, in the database and in the caches."""
        if self._copy is None:
            with transaction.atomic():
                yield
                # What a commit would have looked at.
                connection.check_constraints()
                transaction.set_rollback(True)
        else:
            before = connection.connection.total_changes
            yield
            if connection.connection is None:
                connection.ensure_connection()
                before = -1
            if connection.connection.total_changes != before:
                connection.connection.rollback()
                self._copy.backup(connection.connection)
        cache.clear()
