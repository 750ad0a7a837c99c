"""`make faults`: the clock of the site under test."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone

from tools.faults import clock


def test_the_clock_of_the_site_is_ahead_once_however_often_it_is_installed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Found by rounds on SQLite, whose process is a child of one that had installed it."""
    monkeypatch.setenv(clock.VARIABLE, str(tmp_path / "clock"))
    monkeypatch.setattr(timezone, "now", timezone.now)
    before = timezone.now()
    clock.install()
    clock.install()
    clock.step(timedelta(hours=1))
    assert timedelta(0) <= timezone.now() - before - timedelta(hours=1) < timedelta(minutes=1)
