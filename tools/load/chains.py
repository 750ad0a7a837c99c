"""Logs of copied games: the same events at other times, each in a hash chain of its own."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from datetime import timedelta
from hashlib import sha256
from typing import Any

from engine.hash_chain import GENESIS, canonical_json
from games.common.dates import stamp
from games.log.models import Event

Stored = tuple[Event, tuple[Any, ...], tuple[bytes, bytes, bytes]]
"""An event of a game that was played; what is the same in every copy of its row; the canonical
JSON of its link (engine/hash_chain.py), cut where time, hash and salt go."""


def stored_event(row: Event) -> Stored:
    """The event of a row of the log."""
    data, action = canonical_json(row.data), canonical_json(row.action)
    actor, kind = canonical_json(row.actor), canonical_json(row.type)
    text = None if row.action is None else action.decode()
    parts = (
        b'{"action":%b,"actor":%b,"at":"' % (action, actor),
        b'","data":%b,"prev_hash":"' % data,
        b'","seq":%d,"type":%b,"version":%d}' % (row.seq, kind, row.version),
    )
    return row, (row.actor, row.type, row.version, data.decode(), text), parts


def chained(game: int, events: Sequence[Stored], shift: timedelta) -> Iterator[tuple[Any, ...]]:
    """The rows of a copy of a log, so much later; the last value of each is its hash."""
    prev = GENESIS
    for event, same, (begin, middle, end) in events:
        at = event.at + shift
        salt = os.urandom(16).hex()
        link = b'%b%b%b%b","salt":"%b%b' % (
            begin, stamp(at).encode(), middle, prev.encode(), salt.encode(), end,
        )  # fmt: skip
        own = sha256(link).hexdigest()
        yield (game, event.seq, at, *same, salt, prev, own)
        prev = own
