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
from pathlib import Path

import pytest

import engine
from engine import record
from tests.paths import ROOT

FOLDER = Path(__file__).parent
RELEASES = sorted(path.parent for path in FOLDER.glob("*/release.json"))
RECORDS = sorted(FOLDER.glob("*/*.jsonl.xz"))
NOTES = re.findall(r"(?m)^## (\S+) \(\d{4}-\d\d-\d\d\)$", (ROOT / "CHANGELOG.md").read_text())
LARGEST = 600_000
"""Bytes that a release may take in the repository."""


def run(database: Path, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env={
            **os.environ,
            "DATABASE_URL": f"sqlite:///{database}",
            "DJANGO_SETTINGS_MODULE": "ttr_site.settings",
            "PYTHONPATH": str(ROOT),
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_every_release_has_a_number_notes_and_a_folder() -> None:
    assert NOTES
    assert {path.name for path in RELEASES} == set(NOTES)
    for folder in RELEASES:
        release = json.loads((folder / "release.json").read_text())
        assert release["version"] == folder.name
        assert release["rules_version"] in engine.RULES
        assert (folder / "database.sql.xz").exists()
        assert list(folder.glob("*.jsonl.xz"))
        assert sum(path.stat().st_size for path in folder.iterdir()) < LARGEST


def test_the_number_of_the_version_is_the_same_everywhere() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["version"] == engine.VERSION == NOTES[0]
    lock = tomllib.loads((ROOT / "uv.lock").read_text())
    (ours,) = (one for one in lock["package"] if one["name"] == project["name"])
    assert ours["version"] == engine.VERSION


def test_the_engine_says_its_version_and_that_of_the_rules(tmp_path: Path) -> None:
    said = run(tmp_path / "none", "-m", "engine", "--version")
    assert said.startswith(f"Night Mail {engine.VERSION}, rules {engine.RULES_VERSION}, ")


@pytest.mark.slow
@pytest.mark.parametrize("release", RELEASES, ids=lambda path: path.name)
def test_a_database_of_a_release_migrates_and_every_game_is_played_to_its_end(
    release: Path, tmp_path: Path
) -> None:
    database = tmp_path / "site.sqlite3"
    with sqlite3.connect(database) as connection:
        connection.executescript(
            lzma.decompress((release / "database.sql.xz").read_bytes()).decode()
        )
    connection.close()
    boards = json.loads((release / "release.json").read_text())["boards"]
    run(database, "manage.py", "migrate", "--verbosity", "0")
    assert "are as they were written" in run(database, "manage.py", "verify_log")
    said = run(database, str(FOLDER / "play_on.py"), ",".join(boards))
    assert re.fullmatch(r"\d+ games played on, \d+ moves on pages, \d+ decisions\n", said)
    assert "are as they were written" in run(database, "manage.py", "verify_log")
    run(database, "manage.py", "recount_statistics", "--check")


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_record_of_a_release_is_valid_and_means_the_same(path: Path) -> None:
    lines = lzma.decompress(path.read_bytes()).decode().splitlines()
    found = record.load(lines)
    assert record.check(found) == []
    game = engine.replay(engine.load_board(found.header.board), found.events())
    assert game.outcome is not None
    assert engine.wire.encode(game.outcome)[2] == json.loads(lines[-1])["result"]
