"""The process that makes the visits of one database, for as long as it is asked."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils.timezone import now

from games.clock.models import Heartbeat
from tools.load import measuring
from tools.load.visits import Visit

pytestmark = pytest.mark.django_db


def test_jobs_find_no_outage_however_long_the_visits_before_them_take(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found: list[timedelta] = []
    sweep = Visit("job", lambda: found.append(now() - Heartbeat.objects.get(job="sweep").at))
    monkeypatch.setattr(measuring, "_visits", {"job": sweep})
    monkeypatch.setattr(measuring, "_last", {"measure": "", "beat": 0.0})
    for seconds in (0, measuring.BEAT_EVERY + 1):
        monkeypatch.setattr(measuring.time, "monotonic", lambda seconds=seconds: seconds)
        Heartbeat.objects.update_or_create(job="sweep", defaults={"at": now() - timedelta(hours=1)})
        measuring.ask("count", "job")
    assert [one > timedelta(minutes=59) for one in found] == [True, False]
