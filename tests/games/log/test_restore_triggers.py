"""Triggers that are missing come back by a command, and no row goes for it."""

from __future__ import annotations

from io import StringIO

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction

from games.log import triggers
from games.log.models import DueLog, Event, LogProof
from games.moderation import audit_triggers as audit_guard
from games.people.models import Person
from games.tables.models import Game
from tests.fixtures.games import Starter


@pytest.fixture
def game(begin: Starter, alice: Person, bob: Person) -> Game:
    return begin(alice, bob)


def rows() -> dict[str, int]:
    """How many rows every table has, but those in which verify_log remembers its proofs."""
    models = [model for model in apps.get_models() if model not in (DueLog, LogProof)]
    return {model._meta.label: model._base_manager.count() for model in models}


def advice() -> str:
    with pytest.raises(CommandError) as raised:
        call_command("verify_log", stdout=StringIO(), stderr=StringIO())
    return str(raised.value)


def restore() -> str:
    out = StringIO()
    call_command("restore_triggers", stdout=out)
    return out.getvalue()


def refused(statement: str) -> bool:
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)
    except DatabaseError:
        return True
    return False


def test_what_verify_log_advises_puts_the_triggers_back_and_loses_no_row(game: Game) -> None:
    before = rows()
    triggers.uninstall(connection)
    audit_guard.uninstall(connection)
    said = advice()
    assert "append-only are missing" in said
    assert said.count("`manage.py restore_triggers`") == 2
    restore()
    call_command("verify_log", stdout=StringIO())
    assert rows() == before
    assert refused("DELETE FROM games_event")


@pytest.mark.parametrize("table", ["games_event", "games_auditentry"])
def test_one_of_two_triggers_is_missed_and_comes_back(game: Game, table: str) -> None:
    name = f"{table}_no_{'update' if connection.vendor == 'sqlite' else 'change'}"
    on_table = "" if connection.vendor == "sqlite" else f" ON {table}"
    with connection.cursor() as cursor:
        cursor.execute(f"DROP TRIGGER {name}{on_table}")
    assert "restore_triggers" in advice()
    restore()
    assert triggers.is_installed(connection)
    assert audit_guard.is_installed(connection)


if connection.vendor == "postgresql":

    @pytest.mark.parametrize("mode", ["DISABLE TRIGGER", "ENABLE REPLICA TRIGGER"])
    def test_a_trigger_that_is_switched_off_counts_as_missing(game: Game, mode: str) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            cursor.execute(f"ALTER TABLE games_event {mode} games_event_no_change")
        assert "restore_triggers" in advice()
        restore()
        assert refused("UPDATE games_event SET actor = 'somebody'")


def test_where_none_is_missing_the_command_says_so_and_does_nothing(game: Game) -> None:
    assert restore() == "No trigger was missing.\n"
    assert Event.objects.filter(game=game).exists()


def test_faults_and_missing_triggers_are_reported_together(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(head="f" * 64)
    triggers.uninstall(connection)
    said = advice()
    assert "1 of 1 logs have faults" in said
    assert "restore_triggers" in said
