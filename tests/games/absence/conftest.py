"""The clock that tests of absences wind by hand."""

from __future__ import annotations

from tests.games.clock.conftest import tick

__all__ = ["tick"]
