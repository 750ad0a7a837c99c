"""What gunicorn is told, for the pages and for the streams."""

from __future__ import annotations

import importlib
from types import ModuleType

import pytest

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
