"""A worker that is killed while it paints an animation: another takes the job up and ends it."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.paths import GOLDEN, ROOT

pytestmark = pytest.mark.services

ASK = f"""
from django.utils.timezone import now
from games import log
from games.sharing.animations import ask_for_animation
lines = open({str(GOLDEN / "usa-5-passes.jsonl")!r}).read().splitlines()
ask_for_animation(game=log.import_record(lines, now=now()), now=now())
"""
MAKE = """
from datetime import timedelta
from django.utils.timezone import now
from games.common.work import ANIMATIONS
from games.notifications.leases import make_due
from games.sharing import animations
animations.SAVE_AFTER = 0
print("made", make_due(ANIMATIONS, now=now() + timedelta(seconds={seconds})))
"""


class Site:
    """A database of its own, and programs that work in it."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "site.sqlite3"
        self.environment = {**os.environ, "DATABASE_URL": f"sqlite:///{self.path}"}
        self.run("migrate", "--verbosity", "0")

    def start(self, *command: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "manage.py", *command],
            cwd=ROOT,
            env=self.environment,
            stdout=subprocess.PIPE,
            text=True,
        )

    def run(self, *command: str) -> str:
        process = self.start(*command)
        said, _ = process.communicate(timeout=300)
        assert process.returncode == 0
        return said

    def row(self) -> tuple[str, int, int]:
        with sqlite3.connect(self.path) as database:
            found = database.execute("SELECT status, painted, size FROM games_animation")
            row: tuple[str, int, int] = found.fetchone()
            return row


def test_the_next_worker_ends_what_a_killed_one_began(tmp_path: Path) -> None:
    site = Site(tmp_path)
    site.run("shell", "--command", ASK)
    worker = site.start("shell", "--command", MAKE.format(seconds=0))
    end = time.monotonic() + 120
    while site.row()[1] < 5:
        assert worker.poll() is None
        assert time.monotonic() < end, "nothing was painted"
        time.sleep(0.05)
    worker.send_signal(signal.SIGKILL)
    worker.communicate()
    assert site.row()[0] == "pending"
    assert "made 0" in site.run("shell", "--command", MAKE.format(seconds=0))
    assert "made 1" in site.run("shell", "--command", MAKE.format(seconds=60))
    status, _painted, size = site.row()
    assert status == "ready"
    assert 50_000 < size < 2_000_000
