"""Keep a database and records made by this version, for the tests of later upgrades.

    python -m tools.keep_release 0.1

Writes tests/upgrade/0.1/: the demo site as the SQL of an SQLite database, compressed, and the
record of every game that is over. A folder that exists is left alone: a release never changes.
"""

from __future__ import annotations

import gzip
import os
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "tests" / "upgrade"


def manage(database: Path, *arguments: str) -> str:
    """Run a command of the site on a database; return what it prints."""
    environment = {**os.environ, "DATABASE_URL": f"sqlite:///{database}"}
    return subprocess.run(  # noqa: S603 (the arguments are ours)
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=environment,
        check=True,
        capture_output=True,
        text=True,
    ).stdout


def main() -> None:
    folder = FOLDER / sys.argv[1]
    if folder.exists():
        sys.exit(f"{folder} exists: what a release made is never made again.")
    folder.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as scratch:
        database = Path(scratch, "site.sqlite3")
        manage(database, "migrate", "--verbosity", "0")
        manage(database, "demo")
        with sqlite3.connect(database) as connection:
            # Sessions, links and caught mails of a demo are nothing to upgrade.
            connection.execute("DELETE FROM games_caughtmail")
            sql = "\n".join(connection.iterdump())
            ended = connection.execute(
                "SELECT code FROM games_game WHERE status = 'finished' ORDER BY id"
            ).fetchall()
        with gzip.GzipFile(folder / "database.sql.gz", "wb", mtime=0) as file:
            file.write(sql.encode())
        for (code,) in ended:
            manage(database, "export_record", code, "--output", str(folder / f"{code}.jsonl"))
    sys.stdout.write(f"{folder}: a database and {len(ended)} records\n")


if __name__ == "__main__":
    main()
