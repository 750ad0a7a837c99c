"""The configuration of gunicorn, for the pages and for the streams."""

from __future__ import annotations

import importlib
import logging
from types import ModuleType, SimpleNamespace

import pytest
from celery import signals

from ttr_site import celery, gunicorn, gunicorn_stream


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
    monkeypatch.setattr("ttr_site.garbage.spare_what_stays", lambda: found.append("spared"))
    monkeypatch.setattr("ttr_site.heaps.share_heap", lambda: found.append("one heap"))
    monkeypatch.setattr("ttr_site.pooling.pool_connections", lambda: bool(found.append("pool")))
    monkeypatch.setattr("ttr_site.warming.warm_up", lambda: found.append("warm"))
    return found


WORKER = SimpleNamespace(log=logging.getLogger("test"))


def test_pages_are_made_ready_once_before_any_process_serves_them(asked: list[str]) -> None:
    found = importlib.reload(gunicorn)
    assert found.preload_app
    found.on_starting(SimpleNamespace(cfg=SimpleNamespace(workers=2)))
    assert asked == ["warm", "spared"]


def test_each_process_makes_a_pool_of_its_own(asked: list[str]) -> None:
    importlib.reload(gunicorn).post_worker_init(WORKER)
    assert asked == ["pool", "one heap"]


def test_the_process_of_the_streams_imports_no_pages(asked: list[str]) -> None:
    importlib.reload(gunicorn_stream).post_worker_init(WORKER)
    assert asked == ["pool", "one heap", "spared"]


def test_a_worker_of_celery_gives_way_to_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []
    monkeypatch.setattr("os.nice", asked.append)
    monkeypatch.setattr(celery, "spare_what_stays", lambda: asked.append("spared"))
    signals.worker_process_init.send(sender=None)
    assert asked == [10, "spared"]
