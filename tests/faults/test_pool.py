"""Web processes whose threads share connections to PostgreSQL, and a database that drops them."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest
from django.db import connection

from tests.faults.conftest import PATIENCE, Machines, hang_up, on_this_database, until
from tests.paths import ROOT
from tools.site.processes import free_port

pytestmark = pytest.mark.services

Web = Callable[..., str]
REQUESTS = 40


@pytest.fixture
def web(machines: Machines) -> Iterator[Web]:
    """Starts gunicorn as production does; returns the address of its site once it answers."""
    running = []

    def start(application: str = "wsgi", config: str = "gunicorn", **variables: str) -> str:
        port = free_port()
        process = subprocess.Popen(
            [
                *(sys.executable, "-m", "gunicorn", f"ttr_site.{application}"),
                *("--config", f"python:ttr_site.{config}"),
            ],
            cwd=ROOT,
            env={
                **machines.environment,
                "NIGHT_MAIL_BIND": f"127.0.0.1:{port}",
                "NIGHT_MAIL_STREAM_BIND": f"127.0.0.1:{port}",
                "NIGHT_MAIL_WEB_WORKERS": "1",
                **variables,
            },
        )
        running.append(process)
        url = f"http://127.0.0.1:{port}"
        until(lambda: answers(url))
        return url

    yield start
    for process in running:
        process.terminate()
    for process in running:
        assert process.wait(PATIENCE) == 0


def status(url: str) -> int:
    """What the site answers; an error of HTTP is told as its number."""
    try:
        with urllib.request.urlopen(url, timeout=PATIENCE) as answer:  # noqa: S310
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code


def answers(url: str) -> bool:
    try:
        return status(f"{url}/healthz") == 200
    except OSError:
        return False


def connections() -> set[int]:
    """The processes of the server that serve others than this test."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pid FROM pg_stat_activity WHERE datname = current_database()"
            " AND backend_type = 'client backend' AND pid <> pg_backend_pid()"
        )
        return {pid for (pid,) in cursor.fetchall()}


def test_the_threads_of_a_process_share_fewer_connections_than_they_are(web: Web) -> None:
    url = web(DATABASE_POOL_MAX="2")
    seen: set[int] = set()
    with ThreadPoolExecutor(8) as crowd:
        asked = [crowd.submit(status, f"{url}/lobby/") for _ in range(REQUESTS)]
        while not all(one.done() for one in asked):
            found = connections()
            assert len(found) <= 2
            seen |= found
        assert {one.result() for one in asked} == {200}
    assert connections()
    assert len(seen | connections()) <= 2, "new connections were made instead of shared ones"


def test_each_process_has_a_pool_of_its_own(web: Web) -> None:
    url = web(DATABASE_POOL_MIN="3", DATABASE_POOL_MAX="3", NIGHT_MAIL_WEB_WORKERS="2")
    with ThreadPoolExecutor(8) as crowd:

        def spread() -> bool:
            assert set(crowd.map(status, [f"{url}/lobby/"] * REQUESTS)) == {200}
            return len(connections()) == 6

        until(spread)


def test_after_a_restart_of_the_database_not_even_the_first_request_fails(web: Web) -> None:
    url = web(DATABASE_POOL_MIN="6", DATABASE_POOL_MAX="6")
    for _time in range(2):
        until(lambda: len(connections()) == 6)
        before = connections()
        hang_up()
        assert [status(f"{url}/lobby/") for _ in range(10)] == [200] * 10
        assert not before & connections()


def test_many_requests_at_once_after_a_restart_all_find_a_connection_that_lives(web: Web) -> None:
    url = web(DATABASE_POOL_MIN="4")
    with ThreadPoolExecutor(8) as crowd:
        for _time in range(3):
            assert set(crowd.map(status, [f"{url}/lobby/"] * REQUESTS)) == {200}
            hang_up()
            assert set(crowd.map(status, [f"{url}/lobby/"] * REQUESTS)) == {200}


def test_a_request_may_take_longer_than_the_health_page_on_the_same_connection(web: Web) -> None:
    url = web(DATABASE_POOL_MAX="1")
    assert status(f"{url}/healthz") == 200
    assert status(f"{url}/readyz") == 200
    with psycopg.connect(on_this_database()["DATABASE_URL"]) as line:
        line.execute("LOCK TABLE games_game IN ACCESS EXCLUSIVE MODE")
        found: list[int] = []
        asking = threading.Thread(target=lambda: found.append(status(f"{url}/lobby/")))
        asking.start()
        # More than the health page lets a question take.
        time.sleep(4)
    asking.join(PATIENCE)
    assert found == [200]


def test_streams_find_a_connection_that_lives_after_a_restart_too(web: Web) -> None:
    url = web("asgi", "gunicorn_stream", DATABASE_POOL_MIN="4")
    unknown = f"{url}/api/v1/games/nowhere/stream/"
    refused = status(unknown)
    assert 400 <= refused < 500
    until(lambda: len(connections()) == 4)
    hang_up()
    assert [status(unknown) for _ in range(5)] == [refused] * 5


def test_without_a_pool_each_thread_has_its_own(web: Web) -> None:
    url = web(DATABASE_POOL_MAX="0")
    before = {status(f"{url}/lobby/") for _ in range(10)}
    assert before == {200}
    hang_up()
    assert status(f"{url}/lobby/") == 200
