"""Web server, Celery worker and Celery beat in one process, for one machine.

The broker is `memory://`, which delivers within a process and nowhere else.
"""

from __future__ import annotations

import logging
import threading
from socketserver import ThreadingMixIn
from typing import Self, cast
from wsgiref.simple_server import WSGIServer

from celery import Celery
from celery.beat import EmbeddedService, Scheduler
from celery.worker import WorkController, state
from django.core.servers.basehttp import ThreadedWSGIServer, WSGIRequestHandler

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
        # One thread for each queue: a slow mail server does not hold up the bots.
        self.worker = WorkController(app=app, pool_cls="threads", concurrency=5, quiet=True)
        self.worker_thread = threading.Thread(target=self._work, name="worker", daemon=True)
        beat = EmbeddedService(app, thread=True, max_interval=1, scheduler_cls=Scheduler)
        self.beat = cast(threading.Thread, beat)

    def __enter__(self) -> Self:
        self.worker_thread.start()
        self.beat.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.beat.stop()  # type: ignore[attr-defined]
        # The worker looks at this between two messages and ends after the task in its hands.
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
