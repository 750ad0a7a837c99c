"""The hash chain over the events of one game: it shows whether anybody touched a stored event.

The hash of an event is the SHA-256, in hexadecimal, of the canonical JSON (sorted keys, no spaces,
UTF-8, no escapes beyond those that JSON demands) of the object with these keys: ``prev_hash``,
``salt``, ``seq``, ``at``, ``actor``, ``type``, ``version``, ``data``, ``action``. The salt is 16
secret random bytes in hexadecimal; without it the few possible values of a blind draw could be
tried out.

>>> entry = LogEntry(seq=0, at="2026-01-01T00:00:00Z", actor="clock", type="table.paused",
...                  version=1, data={}, action=None, salt="00" * 16, prev_hash=GENESIS)
>>> entry.hash()[:16]
'61f85af2c21c1610'
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, fields
from typing import Any, Final

GENESIS: Final = "0" * 64
"""The hash before the first event."""
_CANONICAL: Final = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False)


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One line of a log as it is stored.

    ``at`` is an ISO 8601 time in UTC that ends in Z; ``actor`` a seat as a decimal number, or a
    role such as ``"clock"`` or ``"director"``; ``action`` the wire form of the action that caused
    the event together with its ``seat``, on the first event that it caused, else None.
    """

    seq: int
    at: str
    actor: str
    type: str
    version: int
    data: dict[str, Any]
    action: dict[str, Any] | None
    salt: str
    prev_hash: str

    def hash(self) -> str:
        """The hash that the next entry carries as ``prev_hash``."""
        return hashlib.sha256(canonical_json(self.as_dict())).hexdigest()

    def as_dict(self) -> dict[str, Any]:
        """The fields as one object for JSON; nothing in it is copied."""
        return {name: getattr(self, name) for name in LOG_ENTRY_FIELDS}


LOG_ENTRY_FIELDS: Final = tuple(field.name for field in fields(LogEntry))


def canonical_json(data: object) -> bytes:
    """The canonical JSON of data.

    >>> canonical_json({"b": 1, "a": ["é"]}).decode()
    '{"a":["é"],"b":1}'
    """
    return _CANONICAL.encode(data).encode()
