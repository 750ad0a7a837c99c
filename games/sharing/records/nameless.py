"""A record without anything that identifies the players, and still valid (decision 142)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import date

from engine.hash_chain import GENESIS
from engine.record import Record
from games.common import event_types

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
