"""Readers at a running table."""

from __future__ import annotations

from tests.fixtures.mail import inbox
from tests.games.talk.conftest import table
from tests.games.web.conftest import _still_clock, browse, stack

__all__ = ["_still_clock", "browse", "inbox", "stack", "table"]
