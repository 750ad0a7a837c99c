"""What pages ask of the database does not grow with its games: queries, on PostgreSQL also rows."""

from __future__ import annotations

from functools import partial
from typing import Any, Self

import pytest
from django.db import connection, transaction

from games.log.due import GROWING
from games.log.proofs import prove_due_logs
from games.people.models import Person
from games.players import update_reliability
from games.tables.models import Game, GameStatus
from tests.fixtures.games import NOW
from tests.tools.load.filling import Silence, fill
from tools.load import flat
from tools.load.flat import Measured, compared, growth_report, measured_by_turns, missing
from tools.load.measuring import Asked, asked_by, measure, plan

PAGES = ("home", "lobby", "watch", "game", "player", "ranking", "leagues", "season", "api-games")
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("still_clock")]


def measured(games: int) -> Measured:
    """What the pages ask of a database of the given number of games, which is undone."""
    with transaction.atomic():
        fill(games)
        plan(by_indexes=True)
        found = measure(PAGES)
        transaction.set_rollback(True)
    return found


@pytest.mark.slow
def test_pages_and_a_move_ask_as_much_of_a_database_with_more_games() -> None:
    few, many = measured(100), measured(200)
    assert missing(few, many) == []
    found = {one.name: one for one in compared(few, many)}
    for name in ("an accepted move", "game of a running game by Regular"):
        # Of tables so small PostgreSQL reads lists in other ways: of these it has no choice.
        assert not found[name].asks_more, str(found[name])
    assert len(found) > 20
    for one in found.values():
        # Messages are asked for only where people talked: two queries, in one of the two perhaps.
        talk = 2 * one.name.startswith("game of")
        assert one.queries[1] <= one.queries[0] + talk, str(one)


def read_by_jobs(games: int) -> list[Asked]:
    """What the jobs that read logs ask of a database of games, three of which went on."""
    with transaction.atomic():
        fill(games)
        plan(by_indexes=True)
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


ASKED = {"queries": 3, "rows": 9, "by_table": {}, "seconds": 0.1}


class _OfTwo:
    """A process on a database that has one visit of its own, beside those of all."""

    def __init__(self, database: str, only: object) -> None:
        self.names = ["home", f"vote of {database}"]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *failure: object) -> None:
        pass

    def ask(self, what: str, name: str) -> dict[str, Any]:
        assert name in self.names
        return dict(ASKED)


@pytest.mark.parametrize("runs", [0, 2])
def test_a_visit_that_only_one_database_has_is_named_and_no_pass(
    monkeypatch: pytest.MonkeyPatch, runs: int
) -> None:
    monkeypatch.setattr(flat, "_Process", _OfTwo)
    few, many = measured_by_turns(("s", "l"), runs=runs, screen=Silence())
    lines, well = growth_report(few, many)
    assert lines == [
        "vote of s: only in the small database",
        "vote of l: only in the large database",
        "0 of 1 grow",
    ]
    assert not well
    assert growth_report({"home": ASKED}, {"home": ASKED}) == (["0 of 1 grow"], True)


def test_a_visit_for_which_no_time_is_left_is_no_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    def counted(process: _OfTwo, what: str, name: str) -> dict[str, Any]:
        return {fact: ASKED[fact] for fact in ASKED if what == "time" or fact != "seconds"}

    monkeypatch.setattr(flat, "_Process", _OfTwo)
    monkeypatch.setattr(_OfTwo, "names", ["home"], raising=False)
    monkeypatch.setattr(_OfTwo, "__init__", lambda process, database, only: None)
    monkeypatch.setattr(_OfTwo, "ask", counted)
    few, many = measured_by_turns(("s", "l"), runs=2, screen=Silence(), minutes=0)
    assert growth_report(few, many, timed=True) == (
        ["0 of 1 grow", "1 of 1 were not timed: there was no time left"],
        False,
    )
    assert growth_report(few, many) == (["0 of 1 grow"], True)
    few, many = measured_by_turns(("s", "l"), runs=2, screen=Silence())
    assert growth_report(few, many, timed=True) == (["0 of 1 grow"], True)


@pytest.mark.parametrize("grows", [False, True])
def test_a_visit_that_took_longer_is_timed_anew_by_new_processes_until_nothing_disturbs_it(
    monkeypatch: pytest.MonkeyPatch, grows: bool
) -> None:
    started: list[str] = []
    asked: list[str] = []

    def start(process: Any, database: str, only: object) -> None:
        process.names, process.database = ["home"], database
        started.append(database)

    def ask(process: Any, what: str, name: str) -> dict[str, Any]:
        if what == "time":
            asked.append(process.database)
        disturbed = len(asked) != 7
        slow = process.database == "large" and (grows or disturbed)
        return ASKED | {"seconds": 0.2 if slow else 0.1}

    monkeypatch.setattr(flat, "_Process", _OfTwo)
    monkeypatch.setattr(_OfTwo, "__init__", start)
    monkeypatch.setattr(_OfTwo, "ask", ask)
    few, many = measured_by_turns(("small", "large"), runs=2, screen=Silence())
    assert started == ["small", "large", "large", "small"]
    assert asked == ["small", "large"] * 2 + ["large", "small"] * 6
    slower = ["home: queries 3, rows 9, 100.0 → 200.0 ms (2.00 x)", "1 of 1 grow"]
    assert growth_report(few, many) == (
        slower if grows else ["0 of 1 grow"],
        not grows,
    )


@pytest.mark.parametrize(
    ("few", "many", "grows"), [(100, 155, False), (100, 156, True), (0, 40, False), (0, 41, True)]
)
def test_rows_are_equal_up_to_fifteen_in_a_hundred_and_forty_more(
    few: int, many: int, grows: bool
) -> None:
    small, large = {"home": ASKED | {"rows": few}}, {"home": ASKED | {"rows": many}}
    assert growth_report(small, large)[1] is not grows


def test_queries_and_on_postgresql_rows_are_counted_and_what_was_written_is_undone() -> None:
    def work() -> None:
        for number in range(5):
            Person.objects.create_user(f"{number}@example.org", f"Somebody {number}")
        assert len(Person.objects.all()) == 5

    asked = asked_by(work)
    assert asked.queries > 5
    assert asked.by_table.get("games_person", 0) >= (5 if connection.vendor == "postgresql" else 0)
    assert not Person.objects.exists()
