"""A ZIP file of records with a manifest: equal records give equal bytes."""

from __future__ import annotations

import hashlib
import json
import zipfile
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from datetime import date
from typing import IO, Any, Final

from engine import record
from engine.hash_chain import GENESIS
from engine.record import Record
from games.common import event_types

FORMAT: Final = "night-mail-records/1"
MANIFEST: Final = "manifest.json"
BEGINNING: Final = (1980, 1, 1, 0, 0, 0)
"""The time of every file in the archive: the earliest that the format supports."""


class Pack:
    """An archive that is being written, one record in memory at a time.

    The manifest, which comes last, has a line a record: ``file``, ``board``, ``seats``, ``events``,
    ``ended`` (the reason, None where the rules did not end the game), ``bytes``, ``sha256``.
    """

    def __init__(self, into: IO[bytes], about: dict[str, Any]) -> None:
        self._archive = zipfile.ZipFile(into, "w", zipfile.ZIP_DEFLATED)
        self._about = about
        self._lines: list[dict[str, Any]] = []

    def add(self, name: str, found: record.Record, **more: Any) -> None:
        """Add a record as ``records/NAME.jsonl``; ``more`` goes on its line of the manifest."""
        data = "".join(f"{line}\n" for line in record.dump(found)).encode()
        file = f"records/{name}.jsonl"
        self._write(file, data)
        self._lines.append(
            {
                "file": file,
                **more,
                "board": found.header.board,
                "seats": found.header.seats,
                "events": len(found.entries),
                "ended": found.result["reason"] if found.result else None,
                "bytes": len(data),
                "sha256": hashlib.sha256(data).hexdigest(),
            }
        )

    def close(self, **more: Any) -> int:
        """Write the manifest and close the archive; return the number of records in it."""
        boards = Counter(line["board"] for line in self._lines)
        manifest = {
            "format": FORMAT,
            **self._about,
            "games": len(self._lines),
            "boards": dict(sorted(boards.items())),
            **more,
            "records": self._lines,
        }
        self._write(MANIFEST, json.dumps(manifest, ensure_ascii=False, indent=1).encode() + b"\n")
        self._archive.close()
        return len(self._lines)

    def _write(self, name: str, data: bytes) -> None:
        info = zipfile.ZipInfo(name, BEGINNING)
        info.compress_type = zipfile.ZIP_DEFLATED
        info.external_attr = 0o644 << 16
        info.create_system = 3
        self._archive.writestr(info, data)


SHORTEST_NAME = 3


def nameless(record: Record, day: date) -> Record:
    """The same game with all events at midnight of one day, and nothing of the table.

    What the site noted beside the game (clocks, vacations, seats handed on, reasons) is emptied;
    the events stay, so that numbers stay. An adjudicated game keeps its result. The hash chain is a
    new one. Secret, contributions, shuffles and moves are unchanged, so it can be checked as every
    record.
    """
    at = f"{day:%Y-%m-%d}T00:00:00Z"
    prev = GENESIS
    entries = []
    for entry in record.entries:
        data = entry.data
        if entry.type == event_types.ADJUDICATED:
            data = {"scores": data["scores"]}
        elif entry.type.startswith("table."):
            data = {}
        entry = replace(entry, at=at, data=data, prev_hash=prev)
        prev = entry.hash()
        entries.append(entry)
    return replace(record, entries=entries)


def tells_a_name(contributions: Iterable[str], names: Iterable[str]) -> bool:
    """Whether a contribution to the shuffles holds a name of the table, or looks like an address.

    >>> tells_a_name(["", "Alice was here"], ["alice", "bob"])
    True
    >>> tells_a_name(["7 dice: 3 3 1"], ["alice", "bob"])
    False
    """
    known = [name.casefold() for name in names if len(name) >= SHORTEST_NAME]
    return any(
        "@" in text or any(name in text.casefold() for name in known) for text in contributions
    )
