"""Dump and restore PostgreSQL by its own programs, found on this machine."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, Any, Final

from games.operators.backup.archive import CHUNK, BackupError

# Where Debian keeps the programs of each version.
DEBIAN: Final = Path("/usr/lib/postgresql")
# Options of a connection that libpq reads from the environment.
LIBPQ: Final = {
    "sslmode": "PGSSLMODE",
    "sslrootcert": "PGSSLROOTCERT",
    "sslcert": "PGSSLCERT",
    "sslkey": "PGSSLKEY",
    "service": "PGSERVICE",
    "passfile": "PGPASSFILE",
    "options": "PGOPTIONS",
    "channel_binding": "PGCHANNELBINDING",
    "target_session_attrs": "PGTARGETSESSIONATTRS",
    "connect_timeout": "PGCONNECT_TIMEOUT",
}


def find_tool(name: str, *, least: int) -> tuple[Path, int]:
    """``pg_dump`` or ``pg_restore`` of version ``least``, or the next newer one, with its version.

    :raises BackupError: if there is none.
    """
    beside = sorted(DEBIAN.glob(f"*/bin/{name}"), key=lambda path: _natural(path.parts[-3]))
    on_path = shutil.which(name)
    found = [*([Path(on_path)] if on_path else []), *beside]
    versions = {path: tool_version(path) for path in found}
    # A newer one than needed sets variables that an older server does not know.
    fitting = [(version, path) for path, version in versions.items() if version >= least]
    if fitting:
        version, path = min(fitting)
        return path, version
    advice = (
        f"Install the client programs of PostgreSQL {least} (Debian: postgresql-client-{least})"
    )
    if not versions:
        raise BackupError(f"{name} is not on this machine. {advice}.")
    raise BackupError(
        f"{name} is of version {max(versions.values())}, and {least} is needed: an older one cannot"
        f" read what a newer one wrote. {advice}."
    )


def tool_version(path: Path) -> int:
    """The major version of one of the programs."""
    said = subprocess.run([path, "--version"], capture_output=True, text=True, check=True).stdout  # noqa: S603
    found = re.search(r"\b(\d+)(?:\.|devel|beta|rc|\b)", said)
    return int(found[1]) if found else 0


def dump(tool: Path, settings: dict[str, Any], snapshot: str, lines: list[str]) -> Iterator[bytes]:
    """The database as one snapshot sees it, in the custom format of pg_dump, piece by piece.

    ``lines`` grows by what pg_dump says, one line a table.

    :raises BackupError: if pg_dump fails.
    """
    command = [str(tool), "--format=custom", "--no-owner", "--verbose", f"--snapshot={snapshot}"]
    process = subprocess.Popen(  # noqa: S603
        command, env=_environment(settings), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout is not None
    assert process.stderr is not None
    listener = threading.Thread(target=_listen, args=(process.stderr, lines), daemon=True)
    listener.start()
    try:
        while piece := process.stdout.read(CHUNK):
            yield piece
        listener.join()
        if process.wait():
            raise BackupError(f"pg_dump failed: {_last_words(lines)}")
    finally:
        _end(process)


def load(tool: Path, settings: dict[str, Any], pieces: Iterable[bytes]) -> None:
    """Fill an empty database with the pieces of a dump, all or nothing.

    :raises BackupError: if pg_restore fails; nothing has changed then.
    """
    how = ["--no-owner", "--no-privileges", "--exit-on-error", "--single-transaction"]
    with tempfile.TemporaryFile() as said:
        process = subprocess.Popen(  # noqa: S603
            [str(tool), *how, f"--dbname={settings['NAME']}"],
            env=_environment(settings),
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=said,
        )
        assert process.stdin is not None
        try:
            try:
                for piece in pieces:
                    process.stdin.write(piece)
                process.stdin.close()
            except BrokenPipeError:
                pass  # it has failed, and says why
            if process.wait():
                said.seek(0)
                lines = said.read().decode(errors="replace").splitlines()
                raise BackupError(f"pg_restore failed: {_last_words(lines)}")
        finally:
            _end(process)


def _environment(settings: dict[str, Any]) -> dict[str, str]:
    """The variables of libpq: everybody on the machine could read a command line."""
    given = {
        "PGDATABASE": settings["NAME"],
        "PGUSER": settings["USER"],
        "PGPASSWORD": settings["PASSWORD"],
        "PGHOST": settings["HOST"],
        "PGPORT": settings["PORT"],
        **{variable: settings["OPTIONS"].get(option, "") for option, variable in LIBPQ.items()},
    }
    return {**os.environ, "LC_ALL": "C", **{name: text for name, text in given.items() if text}}


def _listen(stream: IO[bytes], lines: list[str]) -> None:
    lines.extend(line.decode(errors="replace").rstrip() for line in stream)


def _last_words(lines: list[str]) -> str:
    wrong = [line for line in lines if "error" in line.lower()]
    return " ".join((wrong or lines or ["it said nothing"])[-3:])


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a process that still runs after an interruption."""
    if process.poll() is None:
        process.terminate()
        process.wait()
    for stream in (process.stdin, process.stdout, process.stderr):
        if stream is not None and not stream.closed:
            stream.close()


def _natural(version: str) -> int:
    return int(version) if version.isdecimal() else 0
