"""The clock of these tests."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def _clock_stands_still(still_clock: None) -> None:
    """The time is NOW in every test of this folder."""
