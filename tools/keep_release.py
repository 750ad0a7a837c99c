"""Keep a database and records made by this release, for the tests of later upgrades.

    python -m tools.keep_release

Writes tests/upgrades/VERSION/: the demo site with a game in the middle and one at its end on every
board, and rows in all tables but those that :mod:`tools.keep_release_rows` names, as the SQL of an
SQLite database; the record of a game on every board; and what release it was, with a digest of each
file. Lists which tables are empty. A folder that exists is left alone: a release never changes, and
a test compares the digests.
"""

from __future__ import annotations

import hashlib
import json
import lzma
import os
import re
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from django.core.management.base import OutputWrapper

from engine.board import board_names
from engine.rules.versions import RULES_VERSION
from engine.version import VERSION
from games.management.progress import progress
from tools.keep_release_rows import EMPTY, empty_tables

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "tests" / "upgrades"
ABOUT = "release.json"
# Of a demo, nothing that an upgrade could lose.
LEFT_OUT = ("games_caughtmail", "django_session")
MAKE_GAMES = """
import django, sys
django.setup()
from datetime import timedelta
from django.utils.timezone import now
from engine import load_board
from games.demo.games import make_once, play_turns
for turns, age in ((None, 9), (9, 3)):
    seats = min(load_board(sys.argv[1]).seat_counts)
    game = make_once(
        f"release: {sys.argv[1]} {turns}", sys.argv[1], ["Alice", "Bob", "Charlie", "Dana"][:seats],
        now() - timedelta(days=age),
    )
    play_turns(game, now(), turns=turns)
"""


def run(database: Path, *arguments: str) -> str:
    """Run Python on a database; return what it prints."""
    return subprocess.run(  # noqa: S603 (the arguments are ours)
        [sys.executable, *arguments],
        cwd=ROOT,
        env={
            **os.environ,
            "DATABASE_URL": f"sqlite:///{database}",
            "DJANGO_SETTINGS_MODULE": "ttr_site.settings",
        },
        check=True,
        capture_output=True,
        text=True,
    ).stdout


def steps(database: Path) -> Iterator[tuple[str, ...]]:
    """The commands that make the site of a release."""
    yield "manage.py", "migrate", "--verbosity", "0"
    yield "manage.py", "demo"
    for board in board_names():
        yield "-c", MAKE_GAMES, board
    yield "-m", "tools.keep_release_rows"
    yield "manage.py", "verify_log"


def check_tables(database: sqlite3.Connection) -> None:
    """Say which tables are empty; end if one is that should not be."""
    empty = list(empty_tables(database))
    for table in empty:
        sys.stdout.write(f"empty: {table} ({EMPTY.get(table, 'without a reason')})\n")
    if missing := [table for table in empty if table not in EMPTY]:
        sys.exit(
            f"Nothing is kept: no row in {', '.join(missing)}. Let tools/keep_release_rows.py make"
            " one, or name the table there with the reason."
        )


def write(path: Path, text: str) -> None:
    """Write a compressed file."""
    path.write_bytes(lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME))


def digests(folder: Path) -> dict[str, str]:
    """The SHA-256 of each file of a release, in hex, by its path in the folder.

    Without that of ``release.json``, where they are written.
    """
    files = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*")}
    return {
        name: hashlib.sha256(path.read_bytes()).hexdigest()
        for name, path in sorted(files.items())
        if path.is_file() and name != ABOUT
    }


def describe(folder: Path) -> None:
    """Write what release it is whose other files are in a folder."""
    release = {
        "version": VERSION,
        "rules_version": RULES_VERSION,
        "boards": list(board_names()),
        "sha256": digests(folder),
    }
    (folder / ABOUT).write_text(json.dumps(release, indent=2) + "\n")


def main() -> None:
    folder = FOLDER / VERSION
    if folder.exists():
        sys.exit(f"{folder} exists: what a release made is never made again. Raise the version.")
    notes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    if not re.search(rf"(?m)^## {re.escape(VERSION)} \(\d{{4}}-\d\d-\d\d\)$", notes):
        sys.exit(f"CHANGELOG.md has no notes under `## {VERSION} (date)`: write them first.")
    screen = OutputWrapper(sys.stderr)
    with tempfile.TemporaryDirectory() as scratch:
        database = Path(scratch, "site.sqlite3")
        commands = list(steps(database))
        for command in progress(commands, len(commands), "Making the site", screen):
            run(database, *command)
        with sqlite3.connect(database) as connection:
            for table in LEFT_OUT:
                connection.execute(f"DELETE FROM {table}")  # noqa: S608 (the names are ours)
            check_tables(connection)
            folder.mkdir(parents=True)
            write(folder / "database.sql.xz", "\n".join(connection.iterdump()))
            ended = connection.execute(
                "SELECT MAX(id), code FROM games_game WHERE status = 'finished' GROUP BY board"
            ).fetchall()
        for _pk, code in progress(ended, len(ended), "Exporting records", screen):
            write(folder / f"{code}.jsonl.xz", run(database, "manage.py", "export_record", code))
    describe(folder)
    sys.stdout.write(f"{folder}: a database and {len(ended)} records\n")


if __name__ == "__main__":
    main()
