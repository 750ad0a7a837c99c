"""Copy SQLite by its own backup interface, while others write."""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Final

from games.operators.backup.archive import CHUNK, BackupError, Shown, Writer

PAGES: Final = 2000
"""Pages that are copied between two looks at the bar."""


def copy(source: Path, target: Path, shown: Shown) -> None:
    """Copy a database as it is at this moment."""
    with (
        closing(
            sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True, timeout=20)
        ) as line,
        closing(sqlite3.connect(target)) as into,
    ):
        # With a read transaction the copy is of one moment, and others write meanwhile (WAL);
        # without one it would start again at each write.
        line.isolation_level = None
        line.execute("BEGIN")
        line.execute("SELECT count(*) FROM sqlite_master").fetchone()
        line.backup(
            into,
            pages=PAGES,
            sleep=0,
            progress=lambda _status, left, total: shown("Copying pages", total - left, total),
        )
        line.execute("COMMIT")


def compress(copied: Path, writer: Writer) -> None:
    """Write a copy into a backup, compressed; the same copy gives the same bytes."""
    packer = zlib.compressobj(6, zlib.DEFLATED, 16 + zlib.MAX_WBITS)
    with copied.open("rb") as file:
        while piece := file.read(CHUNK):
            writer.write(packer.compress(piece))
    writer.write(packer.flush())


def load(pieces: Iterable[bytes], target: Path) -> None:
    """Write the database of a backup to a file.

    :raises BackupError: if it cannot be unpacked.
    """
    unpacker = zlib.decompressobj(16 + zlib.MAX_WBITS)
    try:
        with target.open("wb") as file:
            for piece in pieces:
                file.write(unpacker.decompress(piece))
            file.write(unpacker.flush())
    except zlib.error as error:
        raise BackupError(f"The database in the backup cannot be unpacked: {error}") from error
    except OSError as error:
        raise BackupError(f"{target} cannot be written: {error.strerror}.") from error
