"""The configuration of the process that serves streams of events (ttr_site/asgi.py)."""

from __future__ import annotations

from typing import Any

from ttr_site import gunicorn
from ttr_site.env import Env, listening_port

env = Env()

bind, _port = listening_port(env, "NIGHT_MAIL_STREAM_BIND", "0.0.0.0:8001")
# It counts its streams, so there is only one process.
workers = 1
worker_class = "asgi"
worker_connections = 10_000
asgi_loop = "asyncio"
timeout = 30
# Streams do not end by themselves; readers reconnect and continue.
graceful_timeout = 1
control_socket_disable = True
worker_tmp_dir = gunicorn.worker_tmp_dir
accesslog = gunicorn.accesslog
access_log_format = gunicorn.access_log_format
logconfig_dict = gunicorn.logconfig_dict
_living: list[Any] = []


def post_worker_init(worker: Any) -> None:
    """Note that the process lives, besides what each process of gunicorn does."""
    gunicorn.post_worker_init(worker)
    from games.operators.presence import STREAM, Living

    _living.append(Living(STREAM).start())


def worker_exit(server: Any, worker: Any) -> None:
    """Forget it, since the process was stopped, and close its connections."""
    for living in _living:
        living.stop()
    gunicorn.worker_exit(server, worker)
