"""A release that is kept has rows in all tables, but for those that are named with a reason."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.fixtures.database import migrated_database
from tools.keep_release import check_tables, run
from tools.keep_release_rows import EMPTY, empty_tables


@pytest.mark.slow
def test_a_kept_release_has_rows_in_all_tables_but_those_named(tmp_path: Path) -> None:
    database = tmp_path / "site.sqlite3"
    shutil.copyfile(migrated_database(), database)
    run(database, "manage.py", "demo")
    run(database, "-m", "tools.keep_release_rows")
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
