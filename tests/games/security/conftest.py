"""Readers, games and mails for those who try to learn what they must not know."""

from __future__ import annotations

from tests.fixtures.mail import inbox
from tests.games.inbound.conftest import send
from tests.games.web.conftest import _still_clock, browse, stack, team_table

__all__ = ["_still_clock", "browse", "inbox", "send", "stack", "team_table"]
