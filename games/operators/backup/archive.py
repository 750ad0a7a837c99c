"""The file of a backup: a tar of the database as it was dumped, and a manifest behind it.

It is written in one pass beside its final name, and renamed when complete. `tar -xOf FILE
database.dump` prints what `pg_restore` reads, without this program.
"""

from __future__ import annotations

import hashlib
import json
import os
import tarfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from io import BytesIO
from pathlib import Path
from typing import IO, Final

from games.operators.backup.facts import Facts

FORMAT: Final = "night-mail-backup/1"
MANIFEST: Final = "manifest.json"
NAMES: Final = {"postgresql": "database.dump", "sqlite": "database.sqlite3.gz"}
CHUNK: Final = 1 << 20
"""Bytes that are read at once."""


Shown = Callable[[str, int, int], None]
"""Called with the name of the work, the count and the total: draws the bar."""


class BackupError(Exception):
    """A backup that cannot be made, read or restored; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """Where a backup comes from and what is in it.

    ``vendor`` is "postgresql" or "sqlite", ``server`` its version and ``tool`` that of pg_dump;
    ``size`` (bytes) and ``sha256`` are those of the dumped database in the file.
    """

    made_at: str
    program: str
    vendor: str
    server: str
    tool: str
    size: int
    sha256: str
    facts: Facts
    format: str = FORMAT


class Writer:
    """A backup that is being written: first the database, piece by piece, then the manifest."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._digest = hashlib.sha256()
        self.size = 0
        # The size is in the header, and is known at the end.
        file.write(bytes(tarfile.BLOCKSIZE))

    def write(self, piece: bytes) -> int:
        """Write the next piece of the database."""
        self._file.write(piece)
        self._digest.update(piece)
        self.size += len(piece)
        return len(piece)

    @property
    def sha256(self) -> str:
        return self._digest.hexdigest()

    def finish(self, manifest: Manifest) -> None:
        """Write the manifest and the end of the tar."""
        self._file.write(bytes(-self.size % tarfile.BLOCKSIZE))
        text = json.dumps(asdict(manifest), indent=2).encode() + b"\n"
        with tarfile.open(fileobj=self._file, mode="w", format=tarfile.GNU_FORMAT) as tar:
            tar.addfile(_member(MANIFEST, len(text)), BytesIO(text))
        self._file.seek(0)
        header = _member(NAMES[manifest.vendor], self.size)
        self._file.write(header.tobuf(tarfile.GNU_FORMAT))


@contextmanager
def new_archive(path: Path) -> Iterator[Writer]:
    """A private file, in place when the block succeeds and deleted otherwise.

    :raises BackupError: if there is such a file already, or it cannot be written.
    """
    if path.exists():
        raise BackupError(f"{path} exists. Name a file that does not; no backup is overwritten.")
    part = path.with_name(f"{path.name}.part")
    try:
        descriptor = os.open(part, os.O_CREAT | os.O_TRUNC | os.O_RDWR, 0o600)
    except OSError as error:
        raise BackupError(f"{part} cannot be written: {error.strerror}.") from error
    try:
        with os.fdopen(descriptor, "wb") as file:
            yield Writer(file)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError as error:
        raise BackupError(f"{part} could not be written: {error.strerror}.") from error
    finally:
        part.unlink(missing_ok=True)


def read_manifest(path: Path) -> Manifest:
    """The manifest of a backup.

    :raises BackupError: if the file is none, or one that this program does not know.
    """
    try:
        with tarfile.open(path, "r:") as tar:
            member = tar.extractfile(MANIFEST)
            assert member is not None
            found = json.load(member)
    except (OSError, KeyError, ValueError, tarfile.TarError) as error:
        raise BackupError(
            f"{path} is no backup of this program, or was cut short: {error}. A plain dump goes"
            " into an empty database by pg_restore."
        ) from error
    if found.get("format") != FORMAT:
        raise BackupError(f"{path} has the format {found.get('format')}: update the program.")
    return Manifest(**found)


def pieces(path: Path, manifest: Manifest) -> Iterator[bytes]:
    """The dumped database of a backup, piece by piece."""
    with tarfile.open(path, "r:") as tar:
        member = tar.extractfile(NAMES[manifest.vendor])
        assert member is not None
        while piece := member.read(CHUNK):
            yield piece


def count_of_pieces(manifest: Manifest) -> int:
    """How many pieces :func:`pieces` has."""
    return -(-manifest.size // CHUNK)


def check_pieces(read: Iterable[bytes], manifest: Manifest) -> None:
    """Check that the pieces are those that were written.

    :raises BackupError: if they are not.
    """
    digest = hashlib.sha256()
    for piece in read:
        digest.update(piece)
    if digest.hexdigest() != manifest.sha256:
        raise BackupError(
            "The backup is damaged: its database is not the one that was written. Take another"
            " copy of it, or an older backup."
        )


def _member(name: str, size: int) -> tarfile.TarInfo:
    member = tarfile.TarInfo(name)
    member.size = size
    member.mode = 0o600
    return member
