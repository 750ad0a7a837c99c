"""The configuration of gunicorn, for the pages and for the streams."""

from __future__ import annotations

import importlib
import logging
from types import ModuleType, SimpleNamespace

import pytest
from celery import signals

from ttr_site import gunicorn, gunicorn_stream


@pytest.fixture(params=[gunicorn, gunicorn_stream])
def configuration(request: pytest.FixtureRequest) -> ModuleType:
    return request.param


@pytest.mark.parametrize(("wanted", "level"), [("1", "INFO"), ("0", "WARNING"), ("", "WARNING")])
def test_requests_are_logged_only_where_that_is_wanted(
    configuration: ModuleType, monkeypatch: pytest.MonkeyPatch, wanted: str, level: str
) -> None:
    monkeypatch.setenv("NIGHT_MAIL_ACCESS_LOG", wanted)
    importlib.reload(gunicorn)
    found = importlib.reload(configuration)
    assert found.logconfig_dict["loggers"]["gunicorn.access"]["level"] == level
    assert "%(q)s" not in found.access_log_format
    assert "%(r)s" not in found.access_log_format


def test_one_process_serves_the_streams() -> None:
    assert (gunicorn_stream.workers, gunicorn_stream.worker_class) == (1, "asgi")


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What a process does as it begins, in order."""
    found: list[str] = []
    monkeypatch.setattr("ttr_site.pooling.pool_connections", lambda: bool(found.append("pool")))
    return found


WORKER = SimpleNamespace(log=logging.getLogger("test"))


def test_pages_are_imported_and_frozen_before_any_process_serves_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = importlib.reload(gunicorn)
    assert found.preload_app
    asked: list[str] = []
    monkeypatch.setattr(found, "import_module", asked.append)
    monkeypatch.setattr("gc.freeze", lambda: asked.append("frozen"))
    found.on_starting(SimpleNamespace(cfg=SimpleNamespace(workers=2)))
    assert asked == ["ttr_site.urls", "frozen"]


def test_each_process_makes_a_pool_of_its_own(configuration: ModuleType, asked: list[str]) -> None:
    importlib.reload(configuration).post_worker_init(WORKER)
    assert asked == ["pool"]


def test_a_worker_of_celery_stands_back_behind_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []
    monkeypatch.setattr("os.nice", asked.append)
    signals.worker_process_init.send(sender=None)
    assert asked == [10]
