from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import IntegrityError, connection, models, transaction
from django.db.models import Exists, F, OuterRef, Q
from django.test.utils import isolate_apps

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


def test_a_value_may_be_asked_for_in_any_order_and_more_than_once(
    game: Game, alice: Person, charlie: Person
) -> None:
    turned = sql.PreparedQuery(
        lambda person, code: Game.objects.filter(
            Q(organiser=person) | Q(seats__person=person), code=code, practice=False
        ).distinct()
    )
    assert turned.rows(alice.pk, game.code) == [game]
    assert turned.rows(charlie.pk, game.code) == []
    assert turned.first(charlie.pk, game.code) is None


def test_related_rows_come_along(
    game: Game, alice: Person, django_assert_num_queries: Callable[..., Any]
) -> None:
    seats = sql.PreparedQuery(
        lambda pk, number: (
            Seat.objects.filter(game=pk, number__gte=number)
            .select_related("game", "person")
            .defer("game__secret")
            .order_by("number")
        ),
        0,
        1,
    )
    plain = list(Seat.objects.filter(game=game).select_related("person").order_by("number"))
    with django_assert_num_queries(1):
        rows = seats.rows(game.pk, 0)
        assert [vars_of(row.person) for row in rows] == [vars_of(row.person) for row in plain]
        assert rows[0].game.code == game.code
    assert rows[0].game.get_deferred_fields() == {"secret"}
    with django_assert_num_queries(1):
        assert rows[0].game.secret


def test_fields_are_as_the_orm_gives_them(game: Game, now: datetime) -> None:
    events = sql.PreparedValues(
        lambda pk, at: (
            Event.objects.filter(game=pk, at__lte=at)
            .order_by("-seq")
            .values_list("seq", "at", "data")[:2]
        ),
        0,
        now,
    )
    plain = Event.objects.filter(game=game).order_by("-seq").values_list("seq", "at", "data")[:2]
    assert events.rows(game.pk, now) == [list(row) for row in plain]
    assert events.first(game.pk, now - timedelta(seconds=1)) is None


def test_a_value_that_the_sql_does_not_ask_for_is_a_mistake_of_the_programmer(db: None) -> None:
    lost = sql.PreparedQuery(lambda status, version: Game.objects.filter(status=status))
    with pytest.raises(ValueError, match="asked for"):
        lost.rows("running", 0)


@pytest.mark.parametrize("constant", [0, 1, 100, sql.STAND_IN, sql.STAND_IN + 100])
def test_a_constant_that_equals_a_stand_in_stays_a_constant(game: Game, constant: int) -> None:
    versions = sql.PreparedValues(
        lambda pk, most: (
            Game.objects.filter(pk=pk, version__lte=most)
            .exclude(days_per_turn=constant)
            .values_list("pk")
        ),
        0,
        1,
    )
    Game.objects.filter(pk=game.pk).update(days_per_turn=3)
    assert versions.rows(game.pk, game.version) == [[game.pk]]
    assert versions.rows(game.pk, -1) == []


def test_a_value_that_the_query_changes_first_is_a_mistake_of_the_programmer(db: None) -> None:
    containing = sql.PreparedQuery(lambda part: Game.objects.filter(name__contains=part), "part")
    with pytest.raises(ValueError, match="before it asks"):
        containing.rows("x")


def test_what_would_be_prefetched_is_a_mistake_of_the_programmer(db: None) -> None:
    eager = sql.PreparedQuery(lambda pk: Game.objects.filter(pk=pk).prefetch_related("seats"))
    with pytest.raises(ValueError, match="prefetches"):
        eager.rows(0)


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


@pytest.mark.parametrize("count", [0, 1, 5])
def test_it_is_known_how_many_rows_were_stored(
    game: Game, alice: Person, now: datetime, count: int
) -> None:
    same = {"person": alice, "kind": NoticeKind.TURN, "not_before": now, "created_at": now}
    notices = [Notice(game=game, decision=900 + n, **same) for n in range(count)]
    assert sql.insert(notices[:1], unless_there=True) == len(notices[:1])
    assert sql.insert(notices, unless_there=True) == len(notices[1:])
    stored = Notice.objects.filter(decision__gte=900).order_by("decision")
    assert [one.decision for one in stored] == [one.decision for one in notices]


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


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite's driver keeps statements")
def test_a_connection_to_postgresql_keeps_a_prepared_query_and_its_plan(game: Game) -> None:
    asked = sql.PreparedValues(lambda pk: Game.objects.filter(pk=pk).values_list("code"))
    for _time in range(14):
        assert asked.rows(game.pk) == [[game.code]]
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT sum(generic_plans) FROM pg_prepared_statements"
            ' WHERE statement LIKE \'SELECT "games_game"."code"%\''
        )
        (plans,) = cursor.fetchone()
    assert plans >= 3


def test_what_is_not_left_open_may_be_any_text(
    begin: Starter, game: Game, alice: Person, charlie: Person
) -> None:
    name = "100% %s of 'it' \\ é"
    other = begin(charlie, alice)
    Game.objects.filter(pk__in=[game.pk, other.pk]).update(name=name)
    named = sql.PreparedQuery(
        lambda code: Game.objects.filter(name=name, practice=False).exclude(code=code), "code"
    )
    assert named.rows(game.code) == [other]
    assert named.rows(other.code) == [game]


class Upper(models.CharField):
    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        return str(getattr(model_instance, self.attname)).upper()


@pytest.mark.parametrize(
    "field",
    [
        models.DateTimeField(auto_now=True),
        models.DateField(auto_now_add=True),
        models.TimeField(auto_now=True),
        models.FileField(),
        Upper(max_length=9),
    ],
    ids=lambda field: type(field).__name__,
)
@isolate_apps("games")
def test_fields_that_django_fills_on_saving_are_refused(
    db: None, field: models.Field, django_assert_num_queries: Callable[..., Any]
) -> None:
    filled = type(
        "Filled",
        (models.Model,),
        {"__module__": __name__, "Meta": type("Meta", (), {"app_label": "games"}), "it": field},
    )
    with django_assert_num_queries(0):
        for write in (
            lambda: sql.insert([filled()]),
            lambda: sql.update([filled(pk=1)], "it"),
        ):
            with pytest.raises(TypeError, match=r"Filled\.it has a pre_save of its own"):
                write()


def test_rows_of_a_prepared_query_share_no_value_that_can_be_changed(
    begin: Starter, game: Game, charlie: Person, alice: Person
) -> None:
    others = [game, begin(charlie, alice)]
    data = {"scores": [{"seats": [0]}]}
    Game.objects.filter(pk__in=[one.pk for one in others]).update(result=data, status="finished")
    first, second = BY_STATUS.rows("finished", 0)
    assert first.result == second.result == data
    first.result["scores"][0]["seats"].append(1)
    assert second.result == data
    fields = sql.PreparedValues(
        lambda least: Game.objects.filter(pk__gte=least).values_list("result")
    )
    [(one,), (other,)] = fields.rows(0)
    one["scores"].clear()
    assert other == data


def test_annotations_come_along(game: Game, alice: Person) -> None:
    seats = sql.PreparedQuery(
        lambda game, person: (
            Seat.objects.filter(game=game)
            .select_related("game")
            .annotate(mine=Exists(Person.objects.filter(pk=person, seats=OuterRef("pk"))))
            .annotate(twice=F("number") * 2)
            .order_by("number")
        )
    )
    for _time in range(2):
        found = seats.rows(game.pk, alice.pk)
        assert [(seat.mine, seat.twice) for seat in found] == [(True, 0), (False, 2)]
        assert [seat.game.code for seat in found] == [game.code] * 2
