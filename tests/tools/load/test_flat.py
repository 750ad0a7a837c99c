"""What pages ask of the database does not grow with its games: queries, on PostgreSQL also rows."""

from __future__ import annotations

import pytest
from django.db import connection, transaction

from games.people.models import Person
from tests.tools.load.filling import fill
from tools.load.flat import Measured, compared
from tools.load.measuring import measure, plan_as_if_large
from tools.load.rows import asked_by

PAGES = ("home", "lobby", "watch", "game", "player", "ranking", "leagues", "season", "api-games")
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("still_clock")]


def measured(games: int) -> Measured:
    """What the pages ask of a database of so many games, which is undone."""
    with transaction.atomic():
        fill(games)
        plan_as_if_large()
        found = measure(PAGES)
        transaction.set_rollback(True)
    return found


@pytest.mark.slow
def test_pages_and_a_move_ask_as_much_of_a_database_with_more_games() -> None:
    found = {one.name: one for one in compared(measured(100), measured(200))}
    for name in ("an accepted move", "game of a running game by Regular"):
        # Of tables so small PostgreSQL reads lists in other ways: of these it has no choice.
        assert not found[name].asks_more, str(found[name])
    assert len(found) > 20
    for one in found.values():
        # Messages are asked for only where people talked: two queries, in one of the two perhaps.
        talk = 2 * one.name.startswith("game of")
        assert one.queries[1] <= one.queries[0] + talk, str(one)


def test_queries_and_on_postgresql_rows_are_counted_and_what_was_written_is_undone() -> None:
    def work() -> None:
        for number in range(5):
            Person.objects.create_user(f"{number}@example.org", f"Somebody {number}")
        assert len(Person.objects.all()) == 5

    asked = asked_by(work)
    assert asked.queries > 5
    assert asked.by_table.get("games_person", 0) >= (5 if connection.vendor == "postgresql" else 0)
    assert not Person.objects.exists()
