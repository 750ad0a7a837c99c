"""Triggers that keep the event log append-only.

The initial migration installs them; logs of practice games may be deleted. A migration that
alters ``games_event`` must call :func:`install` again. One that alters ``games_practicegame``,
which the triggers name, must remove them before. See :mod:`games.common.append_only`.
"""

from __future__ import annotations

from typing import Final

from games.common.append_only import AppendOnly

REASON: Final = "the log of a game is append-only"
_triggers: Final = AppendOnly("games_event", REASON, but_for="games_practicegame", column="game_id")

install = _triggers.install
uninstall = _triggers.uninstall
is_installed = _triggers.is_installed
restore = _triggers.restore
