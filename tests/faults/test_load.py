"""`make load` with few games: databases, processes, players and mails, from the command line."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from tests.paths import ROOT

SERVER = os.environ.get("DATABASE_URL", "postgres://postgres@127.0.0.1:5432/x").rpartition("/")[0]
REDIS = os.environ.get("NIGHT_MAIL_TEST_BROKER_URL", "redis://127.0.0.1:6379/9").rpartition("/")[0]
GAMES = 300

pytestmark = [pytest.mark.services, pytest.mark.slow]


@pytest.fixture
def name() -> Iterator[str]:
    """The beginning of the names of databases, which are dropped."""
    name = f"night_mail_test_load_{os.getpid()}"
    yield name
    with psycopg.connect(f"{SERVER}/postgres", autocommit=True) as line:
        for count in (GAMES // 10, GAMES):
            line.execute(f"DROP DATABASE IF EXISTS {name}_{count} WITH (FORCE)")  # type: ignore[arg-type]


def test_players_move_on_databases_of_two_sizes_and_every_mail_of_it_arrives(
    name: str, tmp_path: Path
) -> None:
    kept = tmp_path / "load.txt"
    done = subprocess.run(
        [
            sys.executable, "-m", "tools.load", "--games", str(GAMES), "--server", SERVER,
            "--redis", REDIS, "--seconds", "3", "--name", name, "--keep", str(kept),
            "--templates", "12",
            "--only", "home", "lobby",
        ],
        cwd=ROOT,
        env={key: value for key, value in os.environ.items() if key != "DATABASE_URL"},
        stdout=subprocess.PIPE,
        text=True,
        check=False,
        timeout=600,
    )  # fmt: skip
    moves = re.findall(r"^(\d+) accepted moves", done.stdout, re.MULTILINE)
    mails = re.findall(r"mails: (\d+) arrived of (\d+) written", done.stdout)
    assert len(moves) == len(mails) == 3, done.stdout
    assert all(int(count) > 0 for count in moves[1:]), done.stdout
    assert all(int(arrived) >= int(written) for arrived, written in mails), done.stdout
    assert not re.search("FAILS: failed|are lost|came twice, such", done.stdout), done.stdout
    assert len(re.findall("^  season +[1-9]", done.stdout, re.MULTILINE)) == 2, done.stdout
    assert "only in the" not in done.stdout, done.stdout
    assert re.search(r"^\d+ of \d+ grow$", done.stdout, re.MULTILINE), done.stdout
    assert done.stdout.splitlines()[-1] == ("FAIL" if done.returncode else "PASS")
    assert kept.read_text() == done.stdout
