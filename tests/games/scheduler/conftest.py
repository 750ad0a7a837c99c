"""The clock that tests of the scheduler wind by hand."""

from __future__ import annotations

from tests.games.clock.conftest import tick

__all__ = ["tick"]
