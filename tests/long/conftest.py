"""Tables and people for tests that take longer than the others together may."""

from __future__ import annotations

from tests.games.conftest import _cold_cache, begin

__all__ = ["_cold_cache", "begin"]
