"""Logs of copied games: the same events at other times, each in a hash chain of its own."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any

from engine.hash_chain import GENESIS, canonical_json
from games.common.dates import stamp


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """An event of a game that was played, with all that is the same in every copy of it.

    ``parts`` is the canonical JSON of its link (engine/hash_chain.py), cut where time, hash and
    salt go.
    """

    seq: int
    at: datetime
    actor: str
    type: str
    version: int
    data: str
    action: str | None
    parts: tuple[bytes, bytes, bytes]


def stored_event(row: Any) -> StoredEvent:
    """The event of a row of the log."""
    data, action = canonical_json(row.data), canonical_json(row.action)
    actor, kind = canonical_json(row.actor), canonical_json(row.type)
    return StoredEvent(
        row.seq,
        row.at,
        row.actor,
        row.type,
        row.version,
        data.decode(),
        None if row.action is None else action.decode(),
        (
            b'{"action":%b,"actor":%b,"at":"' % (action, actor),
            b'","data":%b,"prev_hash":"' % data,
            b'","seq":%d,"type":%b,"version":%d}' % (row.seq, kind, row.version),
        ),
    )


def chained(
    events: Iterable[StoredEvent], shift: timedelta
) -> Iterator[tuple[StoredEvent, datetime, str, str, str]]:
    """The events so much later, each with time, salt, the hash before it, and its own."""
    prev = GENESIS
    for event in events:
        at = event.at + shift
        salt = os.urandom(16).hex()
        begin, middle, end = event.parts
        link = b'%b%b%b%b","salt":"%b%b' % (
            begin, stamp(at).encode(), middle, prev.encode(), salt.encode(), end,
        )  # fmt: skip
        own = sha256(link).hexdigest()
        yield event, at, salt, prev, own
        prev = own
