from __future__ import annotations

import socket
from datetime import timedelta
from unittest.mock import patch

import pytest
from celery import Celery
from django.db import OperationalError, connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from django.utils.timezone import now
from kombu import Queue
from pytest_django import Settings

from games.clock.models import Heartbeat
from games.operators import readiness
from games.operators.broker import queue_lengths
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


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
@pytest.mark.parametrize("method", ["get", "head"])
def test_a_load_balancer_may_ask_by_any_host_and_without_https(
    client: Client, settings: Settings, path: str, method: str
) -> None:
    settings.ALLOWED_HOSTS = ["night-mail.example"]
    settings.SECURE_SSL_REDIRECT = True
    answer = getattr(client, method)(path, headers={"Host": "10.0.0.7:8000"})
    assert answer.status_code == 200
    assert answer.headers["X-Request-ID"]


def test_other_pages_still_answer_to_their_own_host_only(client: Client) -> None:
    assert client.get("/offline/", headers={"Host": "10.0.0.7:8000"}).status_code == 400


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


@pytest.fixture
def unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that has not looked at its tables yet."""
    monkeypatch.setattr(readiness, "_migrated", False)


@pytest.mark.usefixtures("unknown")
def test_a_process_with_its_tables_is_ready(client: Client) -> None:
    response = client.get("/readyz")
    assert response.status_code == 200
    assert response.json() == {"database": "up", "broker": "up"}


@pytest.mark.usefixtures("unknown")
def test_before_migrations_have_run_a_process_is_not_ready(client: Client) -> None:
    # As if a release had brought one that is not applied.
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'sessions'")
    try:
        response = client.get("/readyz")
        assert response.status_code == 503
        assert response.json()["database"] == "behind"
    finally:
        MigrationRecorder(connection).record_applied("sessions", "0001_initial")
    assert client.get("/readyz").status_code == 200


@pytest.mark.usefixtures("unknown")
def test_without_its_database_a_process_is_not_ready_and_tells_no_details(client: Client) -> None:
    failure = OperationalError("secret host")
    with patch("games.operators.readiness.MigrationExecutor", side_effect=failure):
        response = client.get("/readyz")
    assert response.status_code == 503
    assert response.json()["database"] == "down"
    assert "secret" not in response.content.decode()


def test_without_the_broker_pages_are_served_all_the_same(client: Client) -> None:
    with patch("games.operators.readiness.queue_lengths", return_value=None):
        response = client.get("/readyz")
    assert response.status_code == 200
    assert response.json()["broker"] == "away"


def test_a_broker_at_a_port_where_nobody_listens_is_away() -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        app = Celery(broker=f"redis://127.0.0.1:{probe.getsockname()[1]}/0", set_as_current=False)
        app.conf.task_queues = [Queue("q")]
        with patch("games.operators.broker.current_app", app):
            assert queue_lengths() is None
