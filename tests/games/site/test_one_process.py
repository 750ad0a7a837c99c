from __future__ import annotations

import threading
import urllib.request
from collections.abc import Iterator

import pytest

from ttr_site.celery import app
from ttr_site.one_process import Background, WebServer

worked = threading.Event()
swept = threading.Event()


@app.task(name="tests.work")
def work() -> None:
    worked.set()


@app.task(name="tests.sweep")
def sweep() -> None:
    swept.set()


@pytest.fixture
def beat_every_moment() -> Iterator[None]:
    before = app.conf.beat_schedule
    app.conf.beat_schedule = {"tests": {"task": "tests.sweep", "schedule": 0.2}}
    yield
    app.conf.beat_schedule = before


@pytest.mark.slow
@pytest.mark.usefixtures("beat_every_moment", "transactional_db")
def test_a_task_and_a_beat_run_beside_the_pages() -> None:
    with WebServer("127.0.0.1", 0) as server, Background(app):
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        work.delay()
        assert worked.wait(10), "the worker thread did not run the task"
        assert swept.wait(10), "the beat thread did not send its task"
        with urllib.request.urlopen(f"http://127.0.0.1:{server.server_port}/healthz") as answer:
            assert answer.status == 200
        server.shutdown()
        thread.join(5)
