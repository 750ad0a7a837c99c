"""A release that is kept has rows in all tables but those named, and a digest of each file."""

from __future__ import annotations

import hashlib
import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

import engine
from tests.fixtures.database import migrated_database
from tests.upgrades.test_upgrades import run
from tools.keep_release import describe, digests
from tools.keep_release_rows import EMPTY, check_tables, empty_tables

MAKE_ROWS = """
import django
django.setup()
from tools.keep_release_rows import make_rows
make_rows()
"""


@pytest.mark.slow
def test_a_kept_release_has_rows_in_all_tables_but_those_named(tmp_path: Path) -> None:
    database = tmp_path / "site.sqlite3"
    shutil.copyfile(migrated_database(), database)
    run(f"sqlite:///{database}", "manage.py", "demo")
    run(f"sqlite:///{database}", "-c", MAKE_ROWS)
    with closing(sqlite3.connect(database)) as connection:
        assert set(empty_tables(connection)) == set(EMPTY)


def test_a_table_without_rows_and_without_a_reason_keeps_no_release(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with closing(sqlite3.connect(":memory:")) as connection:
        for name in ("games_alarm", "games_game", "games_seat", "auth_group"):
            connection.execute(f"CREATE TABLE {name} (id integer)")
        connection.execute("INSERT INTO games_game VALUES (1)")
        with pytest.raises(SystemExit, match=r"no row in games_seat\. Let"):
            check_tables(connection)
    said = capsys.readouterr().out
    assert f"empty: games_alarm ({EMPTY['games_alarm']})" in said
    assert "empty: games_seat (without a reason)" in said
    assert "games_game" not in said


def test_what_a_release_was_is_written_with_a_digest_of_each_of_its_files(tmp_path: Path) -> None:
    (tmp_path / "database.sql.xz").write_bytes(b"rows")
    (tmp_path / "abcdefgh.jsonl.xz").write_bytes(b"lines")
    describe(tmp_path)
    release = json.loads((tmp_path / "release.json").read_text())
    assert (release["version"], release["rules_version"]) == (engine.VERSION, engine.RULES_VERSION)
    assert release["sha256"] == {
        "abcdefgh.jsonl.xz": hashlib.sha256(b"lines").hexdigest(),
        "database.sql.xz": hashlib.sha256(b"rows").hexdigest(),
    }


def test_digests_tell_a_file_that_changed_one_that_went_and_one_that_came(tmp_path: Path) -> None:
    for name in ("stays", "changes", "goes"):
        (tmp_path / name).write_text(name)
    describe(tmp_path)
    before = digests(tmp_path)
    assert json.loads((tmp_path / "release.json").read_text())["sha256"] == before
    (tmp_path / "changes").write_text("another")
    (tmp_path / "goes").unlink()
    (tmp_path / "below").mkdir()
    (tmp_path / "below" / "comes").write_text("comes")
    after = digests(tmp_path)
    assert before.items() - after.items() == {(name, before[name]) for name in ("changes", "goes")}
    assert after.keys() - before.keys() == {"below/comes"}
