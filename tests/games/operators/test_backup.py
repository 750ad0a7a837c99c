"""`manage.py backup` and `manage.py restore`, on the database that the tests run on."""

from __future__ import annotations

import os
import random
import re
import sqlite3
import subprocess
import sys
import tarfile
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from io import StringIO
from pathlib import Path

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from pytest_django import Settings

import engine
from engine.bots import choose_action
from games import log
from games.clock.models import Heartbeat
from games.log import triggers
from games.log.models import Event
from games.operators import job_runs
from games.operators.backup import postgresql
from games.operators.backup.archive import BackupError, read_manifest
from games.operators.backup.facts import differences
from games.people.models import Person
from games.tables.models import Game
from tests.fixtures.commands import database_url, environment_of_the_test
from tests.fixtures.games import NOW, Starter, act, keep_all
from tests.paths import ROOT

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def game(begin: Starter, alice: Person, bob: Person) -> Game:
    game = begin(alice, bob)
    keep_all(game, 0, 1)
    return game


@pytest.fixture
def new_database(tmp_path: Path) -> Iterator[Callable[[], str]]:
    """Make an empty database of the kind that the tests run on, and return its address."""
    made: list[str] = []

    def make() -> str:
        if connection.vendor == "sqlite":
            made.append(f"restored-{len(made)}.sqlite3")
            return f"sqlite:///{tmp_path / made[-1]}"
        made.append(f"{connection.settings_dict['NAME']}_restored_{len(made)}")
        on_server(f"DROP DATABASE IF EXISTS {made[-1]} WITH (FORCE)")
        on_server(f"CREATE DATABASE {made[-1]}")
        return beside(made[-1])

    yield make
    for name in made if connection.vendor == "postgresql" else ():
        on_server(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def empty(new_database: Callable[[], str]) -> str:
    return new_database()


def on_server(statement: str) -> None:
    with psycopg.connect(beside("postgres"), autocommit=True) as line:
        line.execute(statement)  # type: ignore[arg-type]


def beside(name: str) -> str:
    """The address of another database of the server."""
    return re.sub(r"/[^/]*$", f"/{name}", database_url())


def manage(*words: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", *map(str, words)],
        cwd=ROOT,
        env={**environment_of_the_test(), **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def backed_up(path: Path) -> Path:
    call_command("backup", path, stdout=StringIO(), stderr=StringIO())
    return path


def refused(*words: str | Path) -> str:
    with pytest.raises(CommandError) as raised:
        call_command(*map(str, words), stdout=StringIO(), stderr=StringIO())
    return str(raised.value)


class Players(threading.Thread):
    """Move in a game until they are told to stop, or it ends."""

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game
        self.over = threading.Event()
        self.moves = 0

    def run(self) -> None:
        try:
            dice = random.Random(7)
            while not self.over.is_set() and (state := log.load(self.game)).pending:
                seat = next(iter(state.pending))
                act(self.game, seat, choose_action("random", engine.view(state, seat), dice))
                self.moves += 1
                self.over.wait(0.02)
        finally:
            connection.close()


def test_a_backup_made_in_the_middle_of_moves_is_of_one_moment_and_comes_back_as_it_was(
    game: Game, empty: str, tmp_path: Path
) -> None:
    players = Players(game)
    players.start()
    made = manage("backup", tmp_path / "now.backup")
    players.over.set()
    players.join()
    assert made.returncode == 0, made.stderr
    assert players.moves > 3
    facts = read_manifest(tmp_path / "now.backup").facts
    assert facts["loose_ends"] == 0
    assert facts["expected_events"] == facts["tables"]["games_event"]
    assert 0 < facts["tables"]["games_event"] <= Event.objects.count()

    done = manage("restore", tmp_path / "now.backup", "--into", empty, "--replay", "all")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "counts, ends of logs and triggers agree" in done.stdout
    assert "1 games replay to their rows" in done.stdout


def test_a_database_that_is_not_empty_is_left_as_it_is(game: Game, tmp_path: Path) -> None:
    backup = backed_up(tmp_path / "now.backup")
    before = Event.objects.count()
    said = refused("restore", backup, "--into", database_url())
    assert "is not empty, and nothing was written" in said
    assert Event.objects.count() == before


def test_a_restored_log_refuses_changes(game: Game, empty: str, tmp_path: Path) -> None:
    backup = backed_up(tmp_path / "now.backup")
    call_command("restore", backup, into=empty, replay="0", stdout=StringIO())
    change = "UPDATE games_event SET actor = 'somebody'"
    if connection.vendor == "sqlite":
        with (
            closing(sqlite3.connect(empty.removeprefix("sqlite:///"))) as line,
            pytest.raises(sqlite3.IntegrityError, match="append-only"),
        ):
            line.execute(change)
    else:
        with psycopg.connect(empty) as there, pytest.raises(psycopg.Error, match="append-only"):
            there.execute(change)


if connection.vendor == "postgresql":

    def test_events_in_partitions_come_back_in_partitions_and_guarded(
        game: Game, new_database: Callable[[], str], tmp_path: Path
    ) -> None:
        first, second = new_database(), new_database()
        backup = backed_up(tmp_path / "whole.backup")
        call_command("restore", backup, into=first, replay="0", stdout=StringIO())
        done = manage("partition_events", "--partitions", "3", DATABASE_URL=first)
        assert done.returncode == 0, done.stderr
        done = manage("backup", tmp_path / "parts.backup", DATABASE_URL=first)
        assert done.returncode == 0, done.stderr
        done = manage("restore", tmp_path / "parts.backup", "--into", second, "--replay", "all")
        assert done.returncode == 0, done.stdout + done.stderr
        assert "1 games replay to their rows" in done.stdout
        with psycopg.connect(second) as there, pytest.raises(psycopg.Error, match="append-only"):
            there.execute("TRUNCATE games_event_p002")


def test_a_damaged_backup_is_refused_before_anything_is_written(
    game: Game, empty: str, tmp_path: Path
) -> None:
    backup = backed_up(tmp_path / "now.backup")
    whole = bytearray(backup.read_bytes())
    whole[5000] ^= 1
    backup.write_bytes(whole)
    assert "The backup is damaged" in refused("restore", backup, "--into", empty)
    backup.write_bytes(whole[: len(whole) // 2])
    assert "was cut short" in refused("restore", backup, "--into", empty)


def test_a_backup_of_a_newer_program_waits_for_an_update(
    game: Game, empty: str, tmp_path: Path
) -> None:
    with connection.cursor() as cursor:
        insert = "INSERT INTO django_migrations (app, name, applied) VALUES ('games', %s, %s)"
        cursor.execute(insert, ["9999_to_come", NOW.isoformat()])
    try:
        backup = backed_up(tmp_path / "now.backup")
    finally:
        with connection.cursor() as cursor:
            cursor.execute("DELETE FROM django_migrations WHERE name = '9999_to_come'")
    said = refused("restore", backup, "--into", empty)
    assert "games.9999_to_come" in said
    assert "Update the program first" in said


def test_a_backup_of_an_older_program_is_compared_and_waits_for_migrate(
    game: Game, empty: str, tmp_path: Path
) -> None:
    applied = MigrationRecorder(connection).migration_qs
    applied.filter(app="sessions").delete()
    try:
        backup = backed_up(tmp_path / "now.backup")
    finally:
        applied.create(app="sessions", name="0001_initial")
    out = StringIO()
    call_command("restore", backup, into=empty, stdout=out)
    assert "counts, ends of logs and triggers agree" in out.getvalue()
    assert "lacks 1 migrations" in out.getvalue()
    assert "`manage.py migrate`, and then `manage.py replay_all`" in out.getvalue()


def test_only_a_backup_that_ended_well_counts_as_the_last_one(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(job_runs, "_noted", {})
    (tmp_path / "there").write_bytes(b"")
    with pytest.raises(CommandError):
        backed_up(tmp_path / "there")
    assert not Heartbeat.objects.filter(job=job_runs.BACKUP).exists()
    backed_up(tmp_path / "new")
    assert Heartbeat.objects.filter(job=job_runs.BACKUP).exists()


def test_no_backup_is_overwritten_and_nothing_stays_of_one_that_failed(
    game: Game, tmp_path: Path
) -> None:
    backup = backed_up(tmp_path / "now.backup")
    before = backup.read_bytes()
    assert "Name a file that does not" in refused("backup", backup)
    assert backup.read_bytes() == before
    assert "cannot be written" in refused("backup", tmp_path / "nowhere" / "now.backup")
    assert [path.name for path in tmp_path.iterdir() if "now" in path.name] == ["now.backup"]
    assert backup.stat().st_mode & 0o077 == 0


def test_a_database_that_is_away_is_reported(tmp_path: Path) -> None:
    away = (
        f"sqlite:///{tmp_path / 'none.sqlite3'}"
        if connection.vendor == "sqlite"
        else beside("none")
    )
    done = manage("backup", tmp_path / "now.backup", DATABASE_URL=away)
    assert done.returncode == 1
    assert "The database cannot be read" in done.stderr
    assert not (tmp_path / "now.backup").exists()


def test_a_backup_goes_back_into_the_kind_of_database_that_it_came_from(
    game: Game, tmp_path: Path
) -> None:
    backup = backed_up(tmp_path / "now.backup")
    other = "postgres:///other" if connection.vendor == "sqlite" else f"sqlite:///{tmp_path}/other"
    assert "goes back into the kind of database" in refused("restore", backup, "--into", other)


def test_a_backup_of_a_database_with_faults_says_so(game: Game, tmp_path: Path) -> None:
    triggers.uninstall(connection)
    try:
        err = StringIO()
        call_command("backup", tmp_path / "now.backup", stdout=StringIO(), stderr=err)
    finally:
        triggers.install(connection)
    assert "verify_log" in err.getvalue()


def test_rows_and_logs_that_did_not_come_back_are_named(game: Game, tmp_path: Path) -> None:
    facts = read_manifest(backed_up(tmp_path / "now.backup")).facts
    tables = {**facts["tables"], "games_event": 3}
    lost = {**facts, "tables": tables, "heads": "", "loose_ends": 1, "triggers": False}
    said = list(differences(facts, lost))  # type: ignore[arg-type]
    assert said[0] == f"The table games_event had {facts['tables']['games_event']} rows and has 3."
    assert "The logs do not end with the events with which they ended." in said
    assert "1 logs end elsewhere than their games say." in said
    assert "restore_triggers" in said[-1]


def test_the_dump_inside_can_be_taken_out_without_this_program(game: Game, tmp_path: Path) -> None:
    backup = backed_up(tmp_path / "now.backup")
    with tarfile.open(backup) as tar:
        dumped = tar.extractfile(tar.getmembers()[0])
        assert dumped is not None
        head = dumped.read(5)
    assert head == (b"PGDMP" if connection.vendor == "postgresql" else b"\x1f\x8b\x08\x00\x00")


def test_a_tool_that_is_missing_or_too_old_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgresql, "DEBIAN", tmp_path / "debian")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(BackupError, match=r"pg_dump is not on this machine\. Install .*-client-16"):
        postgresql.find_tool("pg_dump", least=16)
    old = tmp_path / "pg_dump"
    old.write_text("#!/bin/sh\necho 'pg_dump (PostgreSQL) 15.20 (Debian 15.20-0+deb12u1)'\n")
    old.chmod(0o755)
    with pytest.raises(BackupError, match="is of version 15, and 16 is needed"):
        postgresql.find_tool("pg_dump", least=16)
    for version in (18, 17):
        new = tmp_path / "debian" / str(version) / "bin" / "pg_dump"
        new.parent.mkdir(parents=True)
        new.write_text(f"#!/bin/sh\necho 'pg_dump (PostgreSQL) {version}.2'\n")
        new.chmod(0o755)
    assert postgresql.find_tool("pg_dump", least=16) == (new, 17)


def test_the_command_deletes_backups_of_the_timer_that_are_older_than_the_setting_says(
    game: Game, tmp_path: Path, settings: Settings
) -> None:
    old = tmp_path / "night-mail-2026-10-01-034000.backup"
    old.touch()
    os.utime(old, (0, 0))
    backed_up(tmp_path / "first.backup")
    assert old.exists()
    settings.KEEP_BACKUP_DAYS = 30
    backed_up(tmp_path / "second.backup")
    assert not old.exists()
    assert (tmp_path / "first.backup").exists()
