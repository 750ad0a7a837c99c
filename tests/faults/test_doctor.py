"""`manage.py doctor` beside real workers: those that are there, and those that are gone."""

from __future__ import annotations

import subprocess
import sys

import pytest

from games.clock.models import Heartbeat
from tests.faults.conftest import Machines, until
from tests.paths import ROOT

pytestmark = pytest.mark.services


def doctor(machines: Machines) -> str:
    done = subprocess.run(
        [sys.executable, "manage.py", "doctor", "database", "background"],
        cwd=ROOT,
        env=machines.environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == (1 if "FAULT" in done.stdout else 0), done.stdout + done.stderr
    return done.stdout


@pytest.mark.brokers
def test_a_worker_that_works_is_well_and_one_that_was_killed_is_missed(machines: Machines) -> None:
    assert "No worker answers." in doctor(machines)
    worker = machines.worker()
    machines.ask("games.sweep_deadlines")
    until(Heartbeat.objects.exists)
    said = doctor(machines)
    assert "1 workers answer." in said
    assert "nothing is overdue" in said
    assert "FAULT" not in said
    machines.kill(worker)
    assert "No worker answers." in doctor(machines)


@pytest.mark.brokers
def test_a_queue_that_no_worker_serves_is_named(machines: Machines) -> None:
    machines.start("worker", "--concurrency", "1", "--exclude-queues", f"{machines.queue}.bots")
    machines.ask("games.sweep_deadlines")
    until(Heartbeat.objects.exists)
    said = doctor(machines)
    assert f"No worker serves the queue {machines.queue}.bots." in said
    assert said.count("FAULT") == 1


def test_pools_that_do_not_fit_into_the_database_are_named_and_others_are_well(
    machines: Machines,
) -> None:
    machines.environment |= {"NIGHT_MAIL_WEB_WORKERS": "3", "DATABASE_POOL_MAX": "6"}
    said = doctor(machines)
    assert "3 web processes and of the streams, 6 connections each, come to 24" in said
    assert "Lower DATABASE_POOL_MAX" not in said
    machines.environment["DATABASE_POOL_MAX"] = "10000"
    said = doctor(machines)
    assert "come to 40000" in said
    assert "Lower DATABASE_POOL_MAX" in said
    machines.environment["DATABASE_POOL_MAX"] = "0"
    assert "Connections are not pooled" in doctor(machines)
