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
import re
import sqlite3
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

from engine.board import board_names
from engine.rules.versions import RULES_VERSION
from engine.version import VERSION
from tools.site.databases import open_site

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "tests" / "upgrades"
ABOUT = "release.json"
# Of a demo, nothing that an upgrade could lose.
LEFT_OUT = ("games_caughtmail", "django_session")


def main() -> None:
    folder = FOLDER / VERSION
    if folder.exists():
        sys.exit(f"{folder} exists: what a release made is never made again. Raise the version.")
    notes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    if not re.search(rf"(?m)^## {re.escape(VERSION)} \(\d{{4}}-\d\d-\d\d\)$", notes):
        sys.exit(f"CHANGELOG.md has no notes under `## {VERSION} (date)`: write them first.")
    with tempfile.TemporaryDirectory() as scratch:
        database = Path(scratch, "site.sqlite3")
        open_site(f"sqlite:///{database}", bare=False)
        keep(database, folder)
    describe(folder)
    print(f"{folder}: a database, and a record for each board")


def keep(database: Path, folder: Path) -> None:
    """Fill the site, whose SQLite file this is, and write what it has into a folder."""
    from django.core.management import call_command

    from games.log import export_record
    from games.tables.models import Game, GameStatus
    from tools.keep_release_rows import check_tables, make_games, make_rows

    call_command("demo")
    make_games()
    make_rows()
    call_command("verify_log")
    with sqlite3.connect(database) as connection:
        for table in LEFT_OUT:
            connection.execute(f"DELETE FROM {table}")  # noqa: S608 (the names are ours)
        check_tables(connection)
        folder.mkdir(parents=True)
        write(folder / "database.sql.xz", connection.iterdump())
    for board in board_names():
        game = Game.objects.filter(board=board, status=GameStatus.FINISHED).latest("pk")
        write(folder / f"{game.code}.jsonl.xz", export_record(game))


def write(path: Path, lines: Iterable[str]) -> None:
    """Write a compressed file."""
    text = "".join(f"{line}\n" for line in lines)
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


if __name__ == "__main__":
    main()
