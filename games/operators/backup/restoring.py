"""Put a backup into an empty database, and prove that it is what was backed up."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from django.db.migrations.loader import MigrationLoader
from django.db.utils import OperationalError

from games.operators.backup import postgresql, sqlite
from games.operators.backup.archive import (
    BackupError,
    Manifest,
    Shown,
    check_pieces,
    count_of_pieces,
    pieces,
    read_manifest,
)
from games.operators.backup.facts import connect, differences, facts_of


def restore_backup(*, path: Path, database: dict[str, Any], shown: Shown) -> Manifest:
    """Fill an empty database (an entry of ``DATABASES``) with a backup, and compare the facts.

    It checks everything possible before it writes, and fills a database of PostgreSQL or a file of
    SQLite as a whole or not at all.

    :raises BackupError: if the backup is damaged or newer than this program, the database is not
        empty or of another kind, or what was restored is not what was backed up.
    """
    manifest = read_manifest(path)
    _check_program(manifest)
    vendor = "sqlite" if database["ENGINE"].endswith("sqlite3") else "postgresql"
    if vendor != manifest.vendor:
        raise BackupError(
            f"This is a backup of {manifest.vendor}, and the database is one of {vendor}: a backup"
            " goes back into the kind of database that it came from."
        )
    check_pieces(_watched(path, manifest, shown, "Checking the backup"), manifest)
    load = _into_sqlite if vendor == "sqlite" else _into_postgresql
    load(database, _watched(path, manifest, shown, "Restoring"), manifest)
    with closing(connect(database)) as line:
        found = facts_of(line)
    if wrong := list(differences(manifest.facts, found)):
        raise BackupError(
            "What was restored is not what was backed up. Do not use it; take another backup.\n"
            + "\n".join(wrong)
        )
    return manifest


def missing_migrations(manifest: Manifest) -> list[str]:
    """The migrations of this program that a backup has not had yet, as ``app.name``."""
    return sorted(_known_migrations() - set(manifest.facts["migrations"]))


def _check_program(manifest: Manifest) -> None:
    unknown = sorted(set(manifest.facts["migrations"]) - _known_migrations())
    if unknown:
        raise BackupError(
            f"The backup was made by a newer program ({manifest.program}), whose migrations this"
            f" one does not know: {', '.join(unknown[:3])}. Update the program first."
        )


def _known_migrations() -> set[str]:
    loader = MigrationLoader(None)
    replaced = {
        old for migration in loader.graph.nodes.values() if migration for old in migration.replaces
    }
    return {f"{app}.{name}" for app, name in {*loader.disk_migrations, *replaced}}


def _watched(path: Path, manifest: Manifest, shown: Shown, label: str) -> Iterator[bytes]:
    total = count_of_pieces(manifest)
    for done, piece in enumerate(pieces(path, manifest)):
        shown(label, done, total)
        yield piece
    shown(label, total, total)


def _into_postgresql(database: dict[str, Any], read: Iterator[bytes], manifest: Manifest) -> None:
    try:
        with closing(connect(database)) as line, line.cursor() as cursor:
            cursor.execute(
                "SELECT count(*) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
                " WHERE c.relkind IN ('r', 'p', 'v', 'm', 'S') AND n.nspname !~ '^pg_'"
                " AND n.nspname <> 'information_schema'"
            )
            if cursor.fetchone()[0]:
                raise BackupError(_not_empty(f"The database {database['NAME']}"))
    except OperationalError as error:
        raise BackupError(
            f"The database {database['NAME']} cannot be reached: {error}Make an empty one first, by"
            " `createdb`."
        ) from error
    tool, _version = postgresql.find_tool("pg_restore", least=int(manifest.tool))
    postgresql.load(tool, database, read)
    with closing(connect(database)) as line, line.cursor() as cursor:
        # A fresh table has no planner statistics, so it would be scanned.
        cursor.execute("ANALYZE")


def _into_sqlite(database: dict[str, Any], read: Iterator[bytes], manifest: Manifest) -> None:
    target = Path(database["NAME"])
    for ending in ("", "-wal", "-journal"):
        beside = target.with_name(target.name + ending)
        if beside.exists() and beside.stat().st_size:
            raise BackupError(_not_empty(str(beside)))
    part = target.with_name(f"{target.name}.part")
    try:
        sqlite.load(read, part)
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)


def _not_empty(name: str) -> str:
    return (
        f"{name} is not empty, and nothing was written. A backup goes into an empty database of its"
        " own, where games can be compared; one that still works holds moves that came after it."
    )
