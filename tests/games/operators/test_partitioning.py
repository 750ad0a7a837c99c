"""Events in partitions (PostgreSQL): games go on, and the log is guarded as before."""

# ruff: noqa: S608 — names of tables come from the catalogue
from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, IntegrityError, connection, transaction

from games import log
from games.log import triggers
from games.log.models import Event
from games.people.models import Person
from games.practice.games import begin_practice_game
from games.practice.guests import remove_games
from games.tables.models import Game
from tests.fixtures.finished import play_on
from tests.fixtures.games import NOW, Starter, keep_all


def partition(count: int = 4) -> str:
    out = StringIO()
    call_command("partition_events", partitions=count, stdout=out)
    return out.getvalue()


def refused(statement: str) -> bool:
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)
    except DatabaseError as error:
        return triggers.REASON in str(error)
    return False


if connection.vendor == "postgresql":

    @pytest.fixture
    def game(begin: Starter, alice: Person, bob: Person) -> Game:
        game = begin(alice, bob, board="japan")
        keep_all(game, 0, 1)
        return game

    def run(statement: str) -> list[tuple[object, ...]]:
        with connection.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            cursor.execute(statement)
            return cursor.fetchall() if cursor.description else []

    @pytest.mark.slow
    def test_a_game_is_played_to_its_end_on_a_partitioned_table(
        game: Game, begin: Starter, alice: Person, bob: Person
    ) -> None:
        before = list(Event.objects.values_list("pk", "game", "seq", "data", "hash"))
        assert partition() == f"{len(before)} events are in 4 partitions.\n"
        assert list(Event.objects.values_list("pk", "game", "seq", "data", "hash")) == before
        later = begin(alice, bob)
        play_on(game)
        for one in (game, later):
            one.refresh_from_db()
            assert log.verify(one) == []
        assert game.status == "finished"
        ids = list(Event.objects.values_list("pk", flat=True))
        assert len(set(ids)) == len(ids)
        out = StringIO()
        call_command("verify_log", stdout=out)
        call_command("replay_all", processes=1, stdout=out)
        assert "2 logs are as they were written." in out.getvalue()

    def test_no_partition_lets_an_event_be_changed_or_deleted(game: Game) -> None:
        partition(2)
        assert triggers.is_installed(connection)
        for table in ("games_event", "games_event_p000", "games_event_p001"):
            assert refused(f"TRUNCATE {table}"), table
        assert refused("UPDATE games_event SET actor = 'somebody'")
        assert refused("DELETE FROM games_event")
        (name,) = run(
            f"SELECT tableoid::regclass::text FROM games_event WHERE game_id = {game.pk}"
        )[0]
        assert refused(f"UPDATE {name} SET actor = 'somebody'")
        assert refused(f"DELETE FROM {name}")

    @pytest.mark.parametrize(
        "weakened",
        [
            "ALTER TABLE games_event_p001 DISABLE TRIGGER games_event_no_change",
            "DROP TRIGGER games_event_no_truncate ON games_event_p000",
            "DROP TRIGGER games_event_no_change ON games_event",
        ],
    )
    def test_a_partition_without_its_trigger_is_an_alarm_and_gets_it_back(
        game: Game, weakened: str
    ) -> None:
        partition(2)
        run(weakened)
        with pytest.raises(CommandError, match="triggers that keep the log append-only"):
            call_command("verify_log", stdout=StringIO(), stderr=StringIO())
        call_command("restore_triggers", stdout=StringIO())
        assert triggers.is_installed(connection)
        assert refused("TRUNCATE games_event_p000")
        assert refused("DELETE FROM games_event")

    def test_one_event_a_seq_and_a_game_to_each_event_still_hold(game: Game) -> None:
        partition(2)
        row = Event.objects.filter(game=game).first()
        assert row is not None
        row.pk = None
        with (
            pytest.raises(IntegrityError, match=r"duplicate key.*game_id_seq_key"),
            transaction.atomic(),
        ):
            row.save(force_insert=True)
        row.game_id, row.pk = -1, None
        run("SET CONSTRAINTS ALL IMMEDIATE")
        with pytest.raises(IntegrityError, match="foreign key"), transaction.atomic():
            row.save(force_insert=True)

    def test_indexes_and_constraints_keep_their_names(game: Game) -> None:
        names = (
            "SELECT relname FROM pg_class c JOIN pg_index i ON i.indexrelid = c.oid"
            " WHERE i.indrelid = 'games_event'::regclass ORDER BY 1"
        )
        constraints = (
            "SELECT conname, contype::text FROM pg_constraint"
            " WHERE conrelid = 'games_event'::regclass ORDER BY 1"
        )
        before = run(names), run(constraints)
        partition(2)
        assert (run(names), run(constraints)) == before

    def test_nothing_is_partitioned_twice_or_into_one(game: Game) -> None:
        with pytest.raises(CommandError, match="2 to 256 partitions"):
            partition(1)
        partition(2)
        with pytest.raises(CommandError, match="partitioned already"):
            partition(2)

    def test_a_table_that_refers_to_events_is_in_the_way(game: Game) -> None:
        run("CREATE TABLE remarks (event_id bigint REFERENCES games_event (id))")
        with pytest.raises(
            CommandError, match=r"refer to rows of games_event by their id.*: remarks"
        ):
            partition()

    def test_the_logs_of_practice_games_go_all_the_same(game: Game, alice: Person) -> None:
        practice = begin_practice_game(player=alice, board="usa", now=NOW)
        partition(2)
        remove_games([practice.pk])
        assert set(Event.objects.values_list("game", flat=True)) == {game.pk}


def test_sqlite_has_no_partitions_and_says_so(db: None) -> None:
    if connection.vendor == "sqlite":
        with pytest.raises(CommandError, match="Only tables of PostgreSQL"):
            partition()
