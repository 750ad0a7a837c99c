"""Append to a log: the only place that writes events."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

import engine
from engine import wire
from engine.hash_chain import LogEntry
from games.common import sql
from games.common.dates import stamp
from games.log.models import Event
from games.tables.models import Game


def append(
    *,
    game: Game,
    events: Sequence[engine.Event],
    actor: str,
    action: tuple[int, engine.Action] | None,
    now: datetime,
) -> int:
    """Append events to the log of a game whose row the caller has locked; return the last seq.

    ``action`` is the seat and the action that caused them, kept beside the first of them.
    ``game.version``, ``game.head`` and ``game.changed`` follow in memory; the caller saves them in
    the same transaction.
    """
    if not transaction.get_connection().in_atomic_block:
        raise RuntimeError("Events are appended inside the transaction that locked the game.")
    at = stamp(now)
    prev = game.head
    cause = {**wire.encode_action(action[1]), "seat": action[0]} if action else None
    rows = []
    for seq, event in enumerate(events, game.version + 1):
        type_, version, data = wire.encode(event)
        salt = secrets.token_hex(16)
        entry = LogEntry(seq, at, actor, type_, version, data, cause, salt, prev)
        prev = entry.hash()
        rows.append(Event(game_id=game.pk, **{**entry.as_dict(), "at": now}, hash=prev))
        cause = None
    sql.insert(rows)
    game.version += len(rows)
    game.head = prev
    game.changed = True
    return game.version
