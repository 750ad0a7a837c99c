"""What each release left behind is carried on by the code of today.

A release has a number, notes in CHANGELOG.md, and a folder here with a database and records. A new
one adds a folder (`python -m tools.keep_release`) and changes none.
"""

from __future__ import annotations

import json
import lzma
import os
import re
import sqlite3
import subprocess
import sys
import tomllib
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from django.db import connection

import engine
from engine import record
from tests.paths import ROOT
from tests.upgrades.schema import schema_of
from tools.keep_release import digests

FOLDER = Path(__file__).parent
RELEASES = sorted(path.parent for path in FOLDER.glob("*/release.json"))
DATABASES = sorted(path.parent for path in FOLDER.glob("*/database.sql.xz"))
RECORDS = sorted(FOLDER.glob("*/*.jsonl.xz"))
NOTES = re.findall(r"(?m)^## (\S+) \(\d{4}-\d\d-\d\d\)$", (ROOT / "CHANGELOG.md").read_text())
LARGEST = 700_000
"""Bytes that a release may take in the repository."""
KINDS = ["sqlite"] if connection.vendor == "sqlite" else ["whole", "in partitions"]
"""The databases that are upgraded; on PostgreSQL the events may be in one table or in several."""


FORGET_ONE = """
import sys
import django
django.setup()
from django.db.migrations.recorder import MigrationRecorder
from django.db import connection
MigrationRecorder(connection).record_unapplied("games", sys.argv[1])
"""
COUNT_APPLIED = """
import django
django.setup()
from django.db.migrations.recorder import MigrationRecorder
from django.db import connection
applied = MigrationRecorder(connection).applied_migrations()
print(sum(app == "games" for app, _ in applied))
"""


def start(database: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env={
            **os.environ,
            "DATABASE_URL": database,
            "DJANGO_SETTINGS_MODULE": "ttr_site.settings",
            "PYTHONPATH": str(ROOT),
        },
        capture_output=True,
        text=True,
        check=False,
    )


def run(database: str, *arguments: str) -> str:
    done = start(database, *arguments)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_every_release_has_a_number_notes_and_a_folder() -> None:
    assert NOTES
    assert {path.name for path in RELEASES} == set(NOTES)
    for folder in RELEASES:
        release = json.loads((folder / "release.json").read_text())
        assert release["version"] == folder.name
        assert release["rules_version"] in engine.RULES
        assert list(folder.glob("*.jsonl.xz"))
        assert sum(path.stat().st_size for path in folder.iterdir()) < LARGEST


@pytest.mark.parametrize("release", RELEASES, ids=lambda path: path.name)
def test_a_release_has_the_files_that_it_had_and_no_others(release: Path) -> None:
    assert digests(release) == json.loads((release / "release.json").read_text())["sha256"]


def test_the_number_of_the_version_is_the_same_everywhere() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["version"] == engine.VERSION == NOTES[0]
    lock = tomllib.loads((ROOT / "uv.lock").read_text())
    (ours,) = (one for one in lock["package"] if one["name"] == project["name"])
    assert ours["version"] == engine.VERSION


def test_the_engine_says_its_version_and_that_of_the_rules() -> None:
    said = run("sqlite:///", "-m", "engine", "--version")
    assert said.startswith(f"Night Mail {engine.VERSION}, rules {engine.RULES_VERSION}, ")


def as_it_was(release: Path, kind: str, database: str, folder: Path) -> None:
    """Put the database of a release into an empty one, at the migrations that it had."""
    at = folder / ("site.sqlite3" if kind == "sqlite" else "stored.sqlite3")
    with closing(sqlite3.connect(at)) as stored:
        stored.executescript(lzma.decompress((release / "database.sql.xz").read_bytes()).decode())
    if kind != "sqlite":
        run(database, str(FOLDER / "to_postgresql.py"), str(at))
    if kind == "in partitions":
        run(database, "manage.py", "partition_events", "--partitions", "4")


def partitions_of(database: str) -> int:
    with psycopg.connect(database) as line:
        found = line.execute(
            "SELECT count(*) FROM pg_inherits WHERE inhparent = 'games_event'::regclass"
        ).fetchone()
    assert found is not None
    return int(found[0])


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("release", DATABASES, ids=lambda path: path.name)
def test_a_database_of_a_release_migrates_and_every_game_is_played_to_its_end(
    release: Path, kind: str, new_database: str, tmp_path: Path
) -> None:
    as_it_was(release, kind, new_database, tmp_path)
    boards = json.loads((release / "release.json").read_text())["boards"]
    if kind == "in partitions":
        # Which table holds the events does not depend on the board.
        boards = boards[:3]
    run(new_database, "manage.py", "migrate", "--verbosity", "0")
    assert "are as they were written" in run(new_database, "manage.py", "verify_log")
    said = run(new_database, str(FOLDER / "play_on.py"), ",".join(boards))
    assert re.fullmatch(r"\d+ games played on, \d+ moves on pages, \d+ decisions\n", said)
    assert "are as they were written" in run(new_database, "manage.py", "verify_log")
    assert "games replay to their rows" in run(
        new_database, "manage.py", "replay_all", "--processes", "1"
    )
    run(new_database, "manage.py", "recount_statistics", "--check")
    if kind != "sqlite":
        assert partitions_of(new_database) == (4 if kind == "in partitions" else 0)


@pytest.mark.slow
def test_the_tables_of_an_upgraded_database_are_those_of_a_new_one(
    db: None, new_database: str, tmp_path: Path
) -> None:
    as_it_was(FOLDER / "0.3.0", KINDS[0], new_database, tmp_path)
    run(new_database, "manage.py", "migrate", "--verbosity", "0")
    upgraded = json.loads(run(new_database, str(FOLDER / "schema.py")))
    for found, wanted in zip(upgraded, schema_of(connection), strict=True):
        assert found == wanted


@pytest.mark.slow
@pytest.mark.parametrize(
    ("upgraded", "forgotten", "advice"),
    [
        (False, "0049_seats_by_game", "Upgrade it to 0.3.0 first"),
        (True, "0068_hours_and_evenings", "check out c658abbc"),
    ],
    ids=["of a release before 0.3.0", "of a version between two releases"],
)
def test_a_database_that_stopped_half_way_is_refused_and_left_as_it_is(
    upgraded: bool, forgotten: str, advice: str, new_database: str, tmp_path: Path
) -> None:
    as_it_was(FOLDER / "0.3.0", KINDS[0], new_database, tmp_path)
    if upgraded:
        run(new_database, "manage.py", "migrate", "--verbosity", "0")
    run(new_database, "-c", FORGET_ONE, forgotten)
    before = run(new_database, "-c", COUNT_APPLIED)
    for arguments in (("migrate",), ("migrate", "--plan")):
        done = start(new_database, "manage.py", *arguments)
        assert done.returncode == 1
        assert advice in done.stderr
        assert "Traceback" not in done.stderr
    assert advice in start(new_database, "manage.py", "doctor").stdout
    assert run(new_database, "-c", COUNT_APPLIED) == before


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_record_of_a_release_is_valid_and_means_the_same(path: Path) -> None:
    lines = lzma.decompress(path.read_bytes()).decode().splitlines()
    found = record.load(lines)
    assert record.check(found) == []
    game = engine.replay(engine.load_board(found.header.board), found.events())
    assert game.outcome is not None
    assert engine.wire.encode(game.outcome)[2] == json.loads(lines[-1])["result"]
