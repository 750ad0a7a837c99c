"""Triggers that keep the audit log append-only, whoever writes to the database.

A migration that alters ``games_auditentry`` must call :func:`put_on` again; see
:mod:`games.append_only`.
"""

from __future__ import annotations

from typing import Final

from games.append_only import AppendOnly

REASON: Final = "the audit log is append-only"
_guard: Final = AppendOnly("games_auditentry", REASON)

put_on = _guard.put_on
take_off = _guard.take_off
is_on = _guard.is_on
restore = _guard.restore
