"""The process that makes the visits of one database, for as long as it is asked."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
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
    monkeypatch.setattr(measuring, "prepared_visits", lambda names: {"job": sweep})
    passed = 0.0
    monkeypatch.setattr(measuring.gc, "freeze", lambda: None)
    monkeypatch.setattr(measuring.time, "monotonic", lambda: passed)

    def asked() -> Iterator[str]:
        nonlocal passed
        for seconds in (0, measuring.BEAT_EVERY + 1):
            passed = seconds
            Heartbeat.objects.update_or_create(
                job="sweep", defaults={"at": now() - timedelta(hours=1)}
            )
            yield "count job\n"

    out = io.StringIO()
    measuring.answer(asked(), out)
    assert [one > timedelta(minutes=59) for one in found] == [True, False]
    assert json.loads(out.getvalue().splitlines()[0]) == ["job"]
