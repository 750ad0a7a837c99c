from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.db import IntegrityError, transaction

from games.common import sql
from games.log.models import Event
from games.notifications.models import DeliveryStatus, Notice, NoticeKind
from games.people.models import Person
from games.tables.models import Game, Seat
from tests.fixtures.games import Starter

BY_STATUS = sql.PreparedQuery(
    lambda status, version: Game.objects.filter(status=status, version__gt=version).order_by("pk"),
    "status",
    0,
)


@pytest.fixture
def game(begin: Starter, alice: Person, bob: Person) -> Game:
    return begin(alice, bob)


def test_a_prepared_query_gets_the_rows_that_the_orm_gets(
    begin: Starter, game: Game, alice: Person, charlie: Person, now: datetime
) -> None:
    result = {"scores": [{"é": None}]}
    Game.objects.filter(pk=game.pk).update(ended_at=now + timedelta(microseconds=1), result=result)
    begin(charlie, alice)
    for _time in range(2):
        rows = BY_STATUS.rows("running", 0)
        plain = Game.objects.filter(status="running").order_by("pk")
        assert [vars_of(row) for row in rows] == [vars_of(row) for row in plain]
    assert BY_STATUS.rows("finished", 0) == []


def test_a_row_of_a_prepared_query_can_be_saved(game: Game) -> None:
    (row,) = BY_STATUS.rows("running", -1)
    row.days_per_turn = 7
    row.save()
    game.refresh_from_db()
    assert (game.days_per_turn, Game.objects.count()) == (7, 1)


def test_values_in_another_order_than_the_sql_asks_for_are_a_mistake_of_the_programmer(
    db: None,
) -> None:
    turned = sql.PreparedQuery(
        lambda version, status: Game.objects.filter(status=status, version=version), 0, "status"
    )
    with pytest.raises(ValueError, match="asked for as"):
        turned.rows(0, "running")


def test_what_is_inserted_reads_like_what_the_orm_stores(game: Game, now: datetime) -> None:
    at = now + timedelta(microseconds=7)
    data = {"type": "é", "list": [1, None, {"deep": True}], "text": "100% \\ \"'"}
    fields = {"game": game, "at": at, "actor": "0", "type": "table.x", "version": 1}
    hashes = {"salt": "s", "prev_hash": "p", "hash": "h"}
    twins = [
        Event(seq=900, data=data, action=None, **fields, **hashes),
        Event(seq=901, data=data, action={"seat": 0}, **fields, **hashes),
    ]
    sql.insert(twins)
    Event(seq=902, data=data, action=None, **fields, **hashes).save()
    mine, acted, plain = Event.objects.filter(seq__gte=900).order_by("seq")
    assert {**vars_of(mine), "id": 0, "seq": 0} == {**vars_of(plain), "id": 0, "seq": 0}
    assert (mine.at, mine.data, acted.action) == (at, data, {"seat": 0})
    assert Event.objects.filter(seq__gte=900, action__isnull=True).count() == 2


def test_a_row_that_is_there_is_left_out_only_where_that_was_asked_for(
    game: Game, alice: Person, now: datetime
) -> None:
    def notice(decision: int) -> Notice:
        return Notice(
            person=alice,
            game=game,
            kind=NoticeKind.TURN,
            decision=decision,
            not_before=now,
            created_at=now,
        )

    def told() -> list[int]:
        rows = Notice.objects.filter(kind="turn", decision__gte=900, status=DeliveryStatus.PENDING)
        return sorted(rows.values_list("decision", flat=True))

    sql.insert([notice(900)])
    sql.insert([notice(900), notice(901)], unless_there=True)
    assert told() == [900, 901]
    with pytest.raises(IntegrityError), transaction.atomic():
        sql.insert([notice(902), notice(900)])
    assert told() == [900, 901]


def test_an_update_writes_the_named_fields_of_the_given_rows(
    game: Game, now: datetime, django_assert_num_queries: Callable[..., object]
) -> None:
    first, second = game.seats.all()
    first.due_at, first.kind, first.points = now, "turn", 99
    with django_assert_num_queries(1):
        sql.update([first], "due_at", "kind")
    with django_assert_num_queries(0):
        sql.update([], "due_at")
    stored = Seat.objects.get(pk=first.pk)
    assert (stored.due_at, stored.kind, stored.points) == (now, "turn", None)
    assert vars_of(Seat.objects.get(pk=second.pk)) == vars_of(second)


def vars_of(row: Game | Seat | Event) -> dict[str, object]:
    return {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}
