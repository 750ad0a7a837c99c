"""What pages ask of the database does not grow with its games: queries, on PostgreSQL also rows."""

from __future__ import annotations

from functools import partial

import pytest
from django.db import connection, transaction

from games.log.due import GROWING
from games.log.proofs import prove_due_logs
from games.people.models import Person
from games.players import update_reliability
from games.tables.models import Game, GameStatus
from tests.fixtures.games import NOW
from tests.tools.load.filling import fill
from tools.load.growth import Asked, grows, growth_report
from tools.load.measuring import asked_by, measure, plan_by_indexes

PAGES = ("home", "lobby", "watch", "game", "player", "ranking", "leagues", "season", "api-games")
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("still_clock")]


def measured(games: int) -> dict[str, Asked]:
    """What the pages ask of a database of the given number of games, which is undone."""
    with transaction.atomic():
        fill(games)
        found = measure(PAGES)
        transaction.set_rollback(True)
    return found


@pytest.mark.slow
def test_pages_and_a_move_ask_as_much_of_a_database_with_more_games() -> None:
    few, many = measured(100), measured(200)
    assert few.keys() == many.keys()
    for name in ("an accepted move", "game of a running game by Regular"):
        # Of tables so small PostgreSQL reads lists in other ways: of these it has no choice.
        assert not grows(few[name], many[name]), (name, few[name], many[name])
    assert len(few) > 20
    for name in few:
        # Messages are asked for only where people talked: two queries, in one of the two perhaps.
        talk = 2 * name.startswith("game of")
        assert many[name].queries <= few[name].queries + talk, name


def read_by_jobs(games: int) -> list[Asked]:
    """What the jobs that read logs ask of a database of games, three of which went on."""
    with transaction.atomic():
        fill(games)
        plan_by_indexes()
        update_reliability(now=NOW)
        prove_due_logs(now=NOW)
        going_on = Game.objects.filter(status=GameStatus.RUNNING).order_by("pk")
        Game.objects.filter(pk__in=list(going_on.values_list("pk", flat=True)[:3])).update(
            changed=True
        )
        later = NOW + GROWING
        found = [
            asked_by(partial(update_reliability, now=later)),
            asked_by(partial(prove_due_logs, now=later)),
        ]
        transaction.set_rollback(True)
    return found


@pytest.mark.slow
def test_the_jobs_that_read_logs_read_those_that_have_grown_however_many_there_are() -> None:
    for few, many in zip(read_by_jobs(100), read_by_jobs(400), strict=True):
        assert few.queries >= many.queries > 10
        assert many.rows <= few.rows * 1.15 + 40, (few.by_table, many.by_table)


def test_a_visit_that_only_one_database_has_is_named_and_no_pass() -> None:
    home, vote = Asked(3, {"games_game": 9}), Asked(5, {})
    assert growth_report({"home": home, "vote": vote}, {"home": home, "note": vote}) == (
        [
            "vote: only in the small database",
            "note: only in the large database",
            "0 of 1 grow",
        ],
        False,
    )
    assert growth_report({"home": home}, {"home": home}) == (["0 of 1 grow"], True)


def test_what_grows_most_comes_first_with_the_tables_of_which_more_is_read() -> None:
    small = {"home": Asked(3, {"games_game": 9}), "vote": Asked(3, {"games_seat": 9})}
    large = {
        "home": Asked(4, {"games_game": 9}),
        "vote": Asked(3, {"games_seat": 9, "games_game": 900}),
    }
    assert growth_report(small, large)[0] == [
        "vote: queries 3 → 3, rows 9 → 909; games_game +900",
        "home: queries 3 → 4, rows 9 → 9",
        "2 of 2 grow",
    ]


@pytest.mark.parametrize(
    ("few", "many", "more"), [(100, 155, False), (100, 156, True), (0, 40, False), (0, 41, True)]
)
def test_rows_are_equal_up_to_fifteen_in_a_hundred_and_forty_more(
    few: int, many: int, more: bool
) -> None:
    assert grows(Asked(3, {"games_game": few}), Asked(3, {"games_game": many})) is more


def test_queries_and_on_postgresql_rows_are_counted_and_what_was_written_is_undone() -> None:
    def work() -> None:
        for number in range(5):
            Person.objects.create_user(f"{number}@example.org", f"Somebody {number}")
        assert len(Person.objects.all()) == 5

    asked = asked_by(work)
    assert asked.queries > 5
    assert asked.by_table.get("games_person", 0) >= (5 if connection.vendor == "postgresql" else 0)
    assert not Person.objects.exists()
