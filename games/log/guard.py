"""Triggers that keep the log append-only, whoever writes to the database.

Migration 0003 puts them on. A migration that alters ``games_event`` must call :func:`put_on` again;
see :mod:`games.append_only`.
"""

from __future__ import annotations

from typing import Final

from games.append_only import AppendOnly

REASON: Final = "the log of a game is append-only"
_guard: Final = AppendOnly("games_event", REASON)

put_on = _guard.put_on
take_off = _guard.take_off
is_on = _guard.is_on
restore = _guard.restore
