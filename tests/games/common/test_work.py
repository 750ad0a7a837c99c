"""Work is declared once: everything that serves, counts and watches it reads the declaration."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils.module_loading import import_string

from games.common.work import DELIVERIES, WORK, Work
from games.operators.state_metrics import WAITING
from games.scheduler.alarm import ADVICE, ALL_ALARMS, overdue
from games.sharing.models import Animation
from games.tables.models import Game
from tests.fixtures.games import NOW
from ttr_site.celery import QUEUE, app


@pytest.mark.parametrize("work", WORK, ids=lambda work: work.name)
def test_work_has_a_sweep_a_route_a_metric_and_functions_that_exist(work: Work, db: None) -> None:
    app.loader.import_default_modules()
    assert work.pending(next_attempt_at__lte=NOW).count() == 0
    assert {work.task, *work.aliases} <= set(app.tasks)
    for task in (work.task, *work.aliases):
        assert app.amqp.router.route({}, task)["queue"].name == f"{QUEUE}.{work.queue}"
    assert work.task in {entry["task"] for entry in app.conf.beat_schedule.values()}
    assert work.name in WAITING or work is DELIVERIES
    if work.alarm:
        assert work.name in ALL_ALARMS
        assert work.queue in ADVICE[work.name]
    for path in filter(None, (work.make, work.before)):
        assert callable(import_string(path))


def test_the_operators_hear_of_what_no_worker_makes(played: Game) -> None:
    Animation.objects.create(game=played, created_at=NOW, next_attempt_at=NOW)
    assert "animations" not in overdue(now=NOW + timedelta(minutes=50))
    assert overdue(now=NOW + timedelta(minutes=70))["animations"] == NOW
