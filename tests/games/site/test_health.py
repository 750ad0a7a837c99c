from __future__ import annotations

from datetime import timedelta
from unittest.mock import patch

import pytest
from django.db import OperationalError
from django.test import Client
from django.utils.timezone import now

from games.clock.models import Heartbeat
from games.scheduler.outage import JOB

# The page looks on a connection of its own.
pytestmark = pytest.mark.django_db(transaction=True)


def test_a_site_with_its_database_is_well(client: Client) -> None:
    response = client.get("/healthz")
    assert response.status_code == 200
    assert response.json() == {
        "database": "up",
        "sweep": "never run",
        "deadlines": "kept",
        "mail": "flowing",
    }


def test_a_sweep_that_does_not_run_can_be_seen(client: Client) -> None:
    Heartbeat.objects.create(job=JOB, at=now() - timedelta(minutes=1))
    assert client.get("/healthz").json()["sweep"] == "running"
    Heartbeat.objects.update(at=now() - timedelta(minutes=10))
    response = client.get("/healthz")
    assert response.json()["sweep"] == "late"
    assert response.status_code == 200


def test_a_site_without_its_database_is_not_well_and_tells_no_details(client: Client) -> None:
    failure = OperationalError("secret host")
    with patch("games.web.site.health.Heartbeat.objects.filter", side_effect=failure):
        response = client.get("/healthz")
    assert response.status_code == 503
    assert "secret" not in response.content.decode()
