"""Triggers that keep the audit log append-only.

A migration that alters ``games_auditentry`` must call :func:`install` again; see
:mod:`games.common.append_only`.
"""

from __future__ import annotations

from typing import Final

from games.common.append_only import AppendOnly

REASON: Final = "the audit log is append-only"
_triggers: Final = AppendOnly("games_auditentry", REASON)

install = _triggers.install
uninstall = _triggers.uninstall
is_installed = _triggers.is_installed
restore = _triggers.restore
