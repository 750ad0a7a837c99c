"""Migrations that fill rows, with rows: databases of releases leave many tables empty."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.state import StateApps

pytestmark = pytest.mark.slow

Migrate = Callable[[str], StateApps]

DAY = timedelta(days=1)
ENDED = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.fixture
def migrate(transactional_db: None) -> Iterator[Migrate]:
    """Bring the tables to a migration of games, and return its models; at the end, to the last."""

    def to(name: str) -> StateApps:
        executor = MigrationExecutor(connection)
        executor.migrate([("games", name)])
        return executor.loader.project_state([("games", name)]).apps

    yield to
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())


def people_of_then(apps: StateApps) -> list[Any]:
    """Alice, Bob and Charlie, by a model of then."""
    return [
        apps.get_model("games", "Person").objects.create(
            email=f"{name}@example.org", name=name, name_key=name, name_skeleton=name
        )
        for name in ("alice", "bob", "charlie")
    ]


def game_of_then(apps: StateApps, people: list[Any], *, code: str, **fields: object) -> Any:
    """A game at which these people sit, by models of then."""
    game = apps.get_model("games", "Game").objects.create(
        code=code,
        invitation=code * 3,
        board="usa",
        seat_count=len(people),
        rules_version="1",
        board_digest="",
        secret=b"",
        commitment="",
        created_at=ENDED - DAY,
        **fields,
    )
    for number, person in enumerate(people):
        apps.get_model("games", "Seat").objects.create(game=game, number=number, person=person)
    return game


def pair_sums(apps: StateApps) -> set[tuple[object, ...]]:
    rows = apps.get_model("games", "PairSum").objects
    return set(rows.values_list("person", "other", "private", "kind", "total"))


def test_seats_learn_when_their_game_ended(migrate: Migrate) -> None:
    apps = migrate("0040_indexes_for_many_games")
    alice, bob, _ = people_of_then(apps)
    over = game_of_then(apps, [alice, bob], code="over", ended_at=ENDED)
    running = game_of_then(apps, [bob, alice], code="running")
    seats = migrate("0041_seats_by_their_end").get_model("games", "Seat").objects
    assert set(seats.values_list("game", "number", "over_at")) == {
        (over.pk, 0, ENDED),
        (over.pk, 1, ENDED),
        (running.pk, 0, None),
        (running.pk, 1, None),
    }


def test_turns_and_results_are_added_up_from_the_records_of_games(migrate: Migrate) -> None:
    apps = migrate("0041_seats_by_their_end")
    alice, bob, charlie = people_of_then(apps)
    Record, Seat = apps.get_model("games", "ReliabilityRecord"), apps.get_model("games", "Seat")

    def record(
        game: Any, person: Any, *counted: int, finished: bool | None, place: int = 0
    ) -> None:
        names = ("answered", "missed", "excused")
        turns = dict(zip(names, counted, strict=True))
        Record.objects.create(game=game, person=person, seq=9, finished=finished, **turns)
        Seat.objects.filter(game=game, person=person).update(place=place)

    won = game_of_then(apps, [alice, bob, charlie], code="won", ended_at=ENDED)
    record(won, alice, 10, 2, 1, finished=True, place=1)
    record(won, bob, 11, 0, 0, finished=True, place=2)
    record(won, charlie, 12, 0, 0, finished=True, place=3)
    drawn = game_of_then(apps, [bob, alice], code="drawn", ended_at=ENDED + DAY)
    record(drawn, alice, 20, 0, 0, finished=True, place=1)
    record(drawn, bob, 21, 3, 0, finished=True, place=1)
    record(drawn, charlie, 1, 5, 0, finished=False)
    undecided = game_of_then(apps, [bob, charlie], code="none", ended_at=ENDED + 2 * DAY)
    record(undecided, bob, 0, 0, 0, finished=True)
    record(undecided, charlie, 0, 0, 0, finished=True)
    running = game_of_then(apps, [alice, charlie], code="running")
    record(running, alice, 4, 0, 0, finished=None)
    record(running, charlie, 0, 0, 0, finished=None)

    apps = migrate("0042_sums_of_people")
    sums = apps.get_model("games", "ReliabilitySum").objects
    names = ("person", "answered", "missed", "excused", "finished", "left")
    assert set(sums.values_list(*names)) == {
        (alice.pk, 34, 2, 1, 2, 0),
        (bob.pk, 32, 3, 0, 3, 0),
        (charlie.pk, 13, 5, 0, 2, 1),
    }
    results = apps.get_model("games", "OpponentSum").objects
    assert set(results.values_list("person", "opponent", "games", "won", "lost", "last_at")) == {
        (alice.pk, bob.pk, 2, 1, 0, ENDED + DAY),
        (bob.pk, alice.pk, 2, 0, 1, ENDED + DAY),
        (alice.pk, charlie.pk, 1, 1, 0, ENDED),
        (charlie.pk, alice.pk, 1, 0, 1, ENDED),
        (bob.pk, charlie.pk, 2, 1, 0, ENDED + 2 * DAY),
        (charlie.pk, bob.pk, 2, 0, 1, ENDED + 2 * DAY),
    }
    records = apps.get_model("games", "ReliabilityRecord").objects
    assert list(records.filter(game=drawn.pk).values_list("place", "ended_at").order_by("pk")) == [
        (1, ENDED + DAY),
        (1, ENDED + DAY),
        (None, None),
    ]


def test_an_outage_of_before_is_made_up_for_from_its_beginning(migrate: Migrate) -> None:
    outages = migrate("0044_mails_as_they_are").get_model("games", "Outage").objects
    outage = outages.create(since=ENDED, until=ENDED + DAY)
    outages = migrate("0045_outages_are_made_up_for_in_parts").get_model("games", "Outage").objects
    assert list(outages.values_list("pk", "since", "until", "reached")) == [
        (outage.pk, ENDED, ENDED + DAY, 0)
    ]


def test_games_of_two_people_are_added_up_and_forgotten_backwards(migrate: Migrate) -> None:
    apps = migrate("0045_outages_are_made_up_for_in_parts")
    alice, bob, charlie = people_of_then(apps)
    sums = apps.get_model("games", "PairSum").objects
    for person, other, private, counted in (
        (alice, bob, False, {"ahead": 2, "level": 1, "behind": 3, "partner": 4, "partner_won": 50}),
        (alice, bob, True, {"ahead": 10, "partner": 20, "partner_won": 50}),
        (bob, alice, False, {"behind": 2}),
        (alice, charlie, True, {"level": 7, "partner_won": 50}),
    ):
        for kind, total in counted.items():
            sums.create(person=person, other=other, private=private, kind=kind, total=total)
    before = pair_sums(apps)

    after = pair_sums(migrate("0046_games_of_two_people"))
    assert before < after
    assert after - before == {
        (alice.pk, bob.pk, False, "public_games", 10),
        (alice.pk, bob.pk, True, "all_games", 40),
        (bob.pk, alice.pk, False, "public_games", 2),
        (bob.pk, alice.pk, True, "all_games", 2),
        (alice.pk, charlie.pk, True, "all_games", 7),
    }
    assert pair_sums(migrate("0045_outages_are_made_up_for_in_parts")) == before
