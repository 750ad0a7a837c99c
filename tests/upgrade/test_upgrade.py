"""What each release left behind is carried on by the code of today.

A new release adds a folder (`python -m tools.keep_release VERSION`) and changes none.
"""

from __future__ import annotations

import gzip
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from engine import record
from tests.paths import ROOT

FOLDER = Path(__file__).parent
RELEASES = sorted(path.parent for path in FOLDER.glob("*/database.sql.gz"))
RECORDS = sorted(FOLDER.glob("*/*.jsonl"))

# What a player, a spectator and a worker do on the morning after the upgrade.
MORNING_AFTER = """
import django
django.setup()
from django.test import Client
from django.utils.timezone import now
from games.play.bots import play_bots
from games.tables.models import Game, GameStatus

reader = Client(SERVER_NAME="localhost")
for path in ("/", "/lobby/", "/ranking/", "/leagues/"):
    assert reader.get(path).status_code == 200, path
for game in Game.objects.filter(version__gt=0).order_by("pk"):
    answers = {reader.get(f"/games/{game.code}/{page}").status_code for page in ("", "replay/")}
    assert answers <= {200, 404}, (game.code, answers)
    for seat in game.seats.select_related("person").exclude(person=None):
        player = Client(SERVER_NAME="localhost")
        player.force_login(seat.person, backend="django.contrib.auth.backends.ModelBackend")
        assert player.get(f"/games/{game.code}/").status_code == 200, (game.code, seat.number)
running = Game.objects.filter(status=GameStatus.RUNNING)
assert running
played = 0
for game in running:
    game.seats.filter(decision__isnull=False).update(person=None, bot="random")
    played += play_bots(game=game, now=now())
assert played > 20, played
print("played", played)
"""


def run(database: Path, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env={
            **os.environ,
            "DATABASE_URL": f"sqlite:///{database}",
            "DJANGO_SETTINGS_MODULE": "ttr_site.settings",
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_a_release_is_kept() -> None:
    assert RELEASES
    assert RECORDS


@pytest.mark.slow
@pytest.mark.parametrize("release", RELEASES, ids=lambda path: path.name)
def test_a_database_of_a_release_migrates_and_its_games_go_on(
    release: Path, tmp_path: Path
) -> None:
    database = tmp_path / "site.sqlite3"
    with sqlite3.connect(database) as connection:
        connection.executescript(
            gzip.decompress((release / "database.sql.gz").read_bytes()).decode()
        )
    connection.close()
    run(database, "manage.py", "migrate", "--verbosity", "0")
    assert "are as they were written" in run(database, "manage.py", "verify_log")
    assert "played" in run(database, "-c", MORNING_AFTER)
    assert "are as they were written" in run(database, "manage.py", "verify_log")


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_record_of_a_release_is_valid_and_means_the_same(path: Path) -> None:
    faults = record.check(record.load(path.read_text(encoding="utf-8").splitlines()))
    assert not faults
