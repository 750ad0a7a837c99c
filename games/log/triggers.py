"""Triggers that keep the event log append-only."""

from __future__ import annotations

from typing import Final

from games.common.append_only import AppendOnly

REASON: Final = "the log of a game is append-only"
_triggers: Final = AppendOnly("games_event", REASON)

install = _triggers.install
uninstall = _triggers.uninstall
is_installed = _triggers.is_installed
restore = _triggers.restore
