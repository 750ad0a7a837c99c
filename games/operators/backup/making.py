"""Make a backup of the site's database while the site runs."""

from __future__ import annotations

import sqlite3
import tempfile
import tomllib
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.db import DatabaseError

from games.common.dates import stamp
from games.common.snapshots import snapshot
from games.operators.backup import postgresql
from games.operators.backup.archive import BackupError, Manifest, Shown, Writer, new_archive
from games.operators.backup.facts import Facts, connect, facts_of
from games.operators.backup.sqlite import compress, copy

TABLE: Final = "dumping contents of table"
"""The line that pg_dump prints once for each table."""


def make_backup(*, database: dict[str, Any], path: Path, shown: Shown, now: datetime) -> Manifest:
    """Write a backup of a database (an entry of ``DATABASES``) to a new file.

    It has everything committed at one moment, and its manifest has the facts of that moment.
    Writers and the backup do not wait for each other.

    :raises BackupError: if it cannot be made; there is no file then.
    """
    vendor = "sqlite" if database["ENGINE"].endswith("sqlite3") else "postgresql"
    with new_archive(path) as writer:
        make = _from_sqlite if vendor == "sqlite" else _from_postgresql
        try:
            facts, server, tool = make(database, path, writer, shown)
        except (DatabaseError, sqlite3.Error) as error:
            raise BackupError(
                f"The database cannot be read: {str(error).strip()} Look whether it runs, and at"
                " DATABASE_URL; `manage.py doctor database` says more."
            ) from error
        manifest = Manifest(
            made_at=stamp(now),
            program=program_version(),
            vendor=vendor,
            server=server,
            tool=tool,
            size=writer.size,
            sha256=writer.sha256,
            facts=facts,
        )
        writer.finish(manifest)
    return manifest


def program_version() -> str:
    """The version of this program."""
    text = (Path(settings.BASE_DIR) / "pyproject.toml").read_text()
    return str(tomllib.loads(text)["project"]["version"])


def _from_postgresql(
    database: dict[str, Any], path: Path, writer: Writer, shown: Shown
) -> tuple[Facts, str, str]:
    # pg_dump reads the snapshot of this transaction, and so do the facts.
    with closing(connect(database)) as line, snapshot(line), line.cursor() as cursor:
        cursor.execute("SELECT pg_export_snapshot(), current_setting('server_version_num')")
        name, number = cursor.fetchone()
        server = int(number) // 10000
        tool, version = postgresql.find_tool("pg_dump", least=server)
        facts = facts_of(line)
        said: list[str] = []
        total = len(facts["tables"])
        for piece in postgresql.dump(tool, database, name, said):
            writer.write(piece)
            shown("Dumping tables", min(sum(TABLE in one for one in said), total), total)
        shown("Dumping tables", total, total)
    return facts, str(server), str(version)


def _from_sqlite(
    database: dict[str, Any], path: Path, writer: Writer, shown: Shown
) -> tuple[Facts, str, str]:
    with tempfile.TemporaryDirectory(prefix=f".{path.name}-", dir=path.parent) as folder:
        copied = Path(folder) / "copy.sqlite3"
        copy(Path(database["NAME"]), copied, shown)
        with closing(connect({**database, "NAME": str(copied)})) as line:
            facts = facts_of(line)
        compress(copied, writer)
    return facts, sqlite3.sqlite_version, ""
