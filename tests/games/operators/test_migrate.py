"""`manage.py migrate` says for whom it waits, on PostgreSQL."""

from __future__ import annotations

import re
from io import StringIO
from typing import Self

import psycopg
import pytest
from django.core.management import call_command
from django.db import connection, connections

from games.operators.lock_watch import LockWatch
from tests.games.operators.test_backup import beside

pytestmark = pytest.mark.django_db(transaction=True)

SECRET = "hand-of-alice"


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite names no process")
def test_who_holds_a_lock_is_named_without_what_they_ask() -> None:
    said: list[str] = []
    address = beside(connection.settings_dict["NAME"])
    with psycopg.connect(address, application_name="an old worker") as line:
        holder = line.info.backend_pid

        def hear(text: str) -> None:
            if not said:
                line.cancel_safe()
                line.rollback()
            said.append(text)

        line.execute("SELECT 1 WHERE 'x' <> %s", [SECRET])
        line.execute("LOCK TABLE games_game IN ACCESS EXCLUSIVE MODE")
        with LockWatch(connection, hear, after=0.3), connection.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM games_game")
    assert f"Waiting for process {holder} of the database (an old worker, from" in said[0]
    assert re.search(r"its last query began at 20\d\d-\d\d-\d\d \d\d:\d\d:\d\d UTC", said[0])
    assert f"SELECT pg_terminate_backend({holder});" in said[0]
    assert SECRET not in said[0]


def test_the_command_of_the_site_watches(monkeypatch: pytest.MonkeyPatch) -> None:
    watched: list[object] = []

    class Watch(LockWatch):
        def __enter__(self) -> Self:
            watched.append(self._connection)
            return self

    monkeypatch.setattr("games.management.commands.migrate.LockWatch", Watch)
    call_command("migrate", plan=True, stdout=StringIO())
    assert watched == [connections["default"]]
