"""Writing records."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from typing import Any

from engine import wire
from engine.chain import GENESIS, Entry
from engine.events import Event
from engine.record.model import Header, Record


def dump(record: Record) -> Iterator[str]:
    """Write the lines of a record file, without line ends."""
    yield _line({"record": "header", **asdict(record.header)})
    for entry in record.entries:
        yield _line({"record": "event", **entry.plain()})
    last = record.entries[-1].hash() if record.entries else GENESIS
    yield _line({"record": "end", "secret": record.secret, "hash": last, "result": record.result})


def record_game(
    game_events: Iterable[tuple[Event, str, dict[str, Any] | None]],
    header: Header,
    secret: bytes,
    at: str = "2026-01-01T00:00:00Z",
) -> Record:
    """Make the record of a game played outside a site, from (event, actor, action) in order.

    Its salts follow from the secret, so that the same seed gives the same file.
    """
    entries: list[Entry] = []
    prev = GENESIS
    result = None
    for seq, (event, actor, action) in enumerate(game_events):
        type_, version, data = wire.encode(event)
        salt = hashlib.sha256(secret + b"salt" + str(seq).encode()).hexdigest()[:32]
        entry = Entry(seq, at, actor, type_, version, data, action, salt, prev)
        prev = entry.hash()
        entries.append(entry)
        if type_ == "game.ended":
            result = data
    return Record(header, entries, secret.hex(), result)


def _line(data: dict[str, Any]) -> str:
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False)
