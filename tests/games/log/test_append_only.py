from __future__ import annotations

import pytest
from django.db import DatabaseError, connection, transaction

from games.log import triggers
from games.log.models import Event
from games.people.models import Person
from tests.fixtures.games import Starter

STATEMENTS = [
    "UPDATE games_event SET actor = 'somebody'",
    "DELETE FROM games_event WHERE seq = 0",
    "DELETE FROM games_event",
]
if connection.vendor == "postgresql":
    # PostgreSQL looks at the foreign keys of this transaction's rows before it truncates.
    STATEMENTS.append("SET CONSTRAINTS ALL IMMEDIATE; TRUNCATE games_event CASCADE")


@pytest.mark.parametrize("statement", STATEMENTS)
def test_the_database_refuses_to_change_an_event(
    begin: Starter, alice: Person, bob: Person, statement: str
) -> None:
    game = begin(alice, bob)
    before = list(Event.objects.filter(game=game).values())
    with (
        pytest.raises(DatabaseError, match=triggers.REASON),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(statement)
    assert list(Event.objects.filter(game=game).values()) == before


def test_the_triggers_are_there_after_all_migrations(db: None) -> None:
    assert triggers.is_installed(connection)
