"""Web server, Celery worker and Celery beat in one process, for one machine; streams beside it.

The broker is `memory://`, which delivers within a process and nowhere else.
"""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import threading
from socketserver import ThreadingMixIn
from typing import Self, cast
from wsgiref.simple_server import WSGIServer

from celery import Celery
from celery.beat import EmbeddedService, Scheduler
from celery.worker import WorkController, state
from django.core.servers.basehttp import ThreadedWSGIServer, WSGIRequestHandler

from ttr_site.ports import probe
from ttr_site.wsgi import application

log = logging.getLogger(__name__)


class QuietHandler(WSGIRequestHandler):
    """Leaves answered requests out of the terminal; errors are logged by Django itself."""

    def log_message(self, format: str, *args: object) -> None:
        pass


class WebServer(ThreadedWSGIServer, ThreadingMixIn, WSGIServer):
    """A thread for every connection."""

    daemon_threads = True

    def __init__(self, host: str, port: int) -> None:
        super().__init__((host, port), QuietHandler, ipv6=":" in host)
        self.set_app(application)


class Background:
    """A worker thread and a beat thread; a context manager that starts and stops them."""

    def __init__(self, app: Celery) -> None:
        # One thread for each queue, and two more as bots search in two at a time: neither they nor
        # a slow mail server delay anything else.
        self.worker = WorkController(app=app, pool_cls="threads", concurrency=8, quiet=True)
        self.worker_thread = threading.Thread(target=self._work, name="worker", daemon=True)
        beat = EmbeddedService(app, thread=True, max_interval=1, scheduler_cls=Scheduler)
        self.beat = cast(threading.Thread, beat)

    def __enter__(self) -> Self:
        self.worker_thread.start()
        self.beat.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.beat.stop()  # type: ignore[attr-defined]
        # The worker checks this between two messages and ends after its present task.
        state.should_stop = 0  # type: ignore[assignment]
        self.worker_thread.join(timeout=10)
        state.should_stop = None

    def _work(self) -> None:
        try:
            self.worker.start()
        except SystemExit:
            pass
        except Exception:
            log.exception("The worker thread ended; mails and deadlines wait for a restart.")


class StreamProcess:
    """The process of the streams of events; a context manager that starts and stops it.

    If its port is in use there is none: ``address`` is "", and programs poll.
    """

    def __init__(self, host: str, port: int) -> None:
        place = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
        self.address = f"http://{place}" if port <= 65535 and _is_free(host, port) else ""
        self._place = place
        self._running: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        if self.address:
            config = "python:ttr_site.gunicorn_stream"
            self._running = subprocess.Popen(  # noqa: S603
                [sys.executable, "-m", "gunicorn", "ttr_site.asgi", "--config", config],
                env={
                    **os.environ,
                    "NIGHT_MAIL_STREAM_BIND": self._place,
                    "NIGHT_MAIL_LOG_LEVEL": "ERROR",
                },
                # Ctrl-C goes to the whole process group. We end this one ourselves, in order.
                start_new_session=True,
            )
        return self

    def __exit__(self, *error: object) -> None:
        if self._running is not None:
            self._running.terminate()
            try:
                self._running.wait(timeout=10)
            except subprocess.TimeoutExpired:
                self._running.kill()
                self._running.wait()


def _is_free(host: str, port: int) -> bool:
    try:
        probe(host, port)
    except OSError:
        return False
    return True
