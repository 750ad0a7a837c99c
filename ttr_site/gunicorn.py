"""The configuration of gunicorn in production."""

from __future__ import annotations

import gc
from importlib import import_module
from typing import Any

from django.core.exceptions import ImproperlyConfigured

from ttr_site.env import LOG_FORMS, SHARED_CACHE, Env, listening_port, web_workers
from ttr_site.log_lines import formatters

env = Env()

bind, _port = listening_port(env, "NIGHT_MAIL_BIND", "0.0.0.0:8000")
workers = web_workers(env)
worker_class = "gthread"
threads = 4
# The site is imported once, by the first process. Those that serve it share its memory, and a
# renewed or restarted one is ready at once.
preload_app = True
timeout = 30
graceful_timeout = 25
# Workers are renewed now and then, not all at the same moment.
max_requests = 5000
max_requests_jitter = 500
control_socket_disable = True
# Heartbeat files belong in memory: on a slow disk they stall the workers.
worker_tmp_dir = "/dev/shm"  # noqa: S108
accesslog = "-" if env.boolean("NIGHT_MAIL_ACCESS_LOG", default=False) else None
# The addresses in mails carry tokens: the path is logged without its query.
access_log_format = "%(h)s %(m)s %(U)s %(s)s %(b)s %(M)sms %({x-request-id}o)s"
# Log lines of gunicorn look like those of the site, and are redacted the same way.
logconfig_dict = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": formatters(env.choice("NIGHT_MAIL_LOG_FORM", LOG_FORMS, "text")),
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": "INFO"},
    "loggers": {
        name: {"handlers": ["console"], "level": level, "propagate": False}
        for name, level in (
            ("gunicorn.error", env.text("NIGHT_MAIL_LOG_LEVEL", "INFO")),
            # With a logging configuration of its own, gunicorn logs requests even without a file.
            ("gunicorn.access", "INFO" if accesslog else "WARNING"),
        )
    },
}


def on_starting(server: Any) -> None:
    """Refuse several processes without a shared cache, wherever their number was set.

    Import all pages before any process is forked, and freeze them: the collector would copy the
    memory that the processes share.
    """
    production = env.text("NIGHT_MAIL_MODE") == "production"
    if production and server.cfg.workers > 1 and not env.text("NIGHT_MAIL_CACHE_URL"):
        raise ImproperlyConfigured(SHARED_CACHE)
    import_module("ttr_site.urls")
    gc.collect()
    gc.freeze()


def post_worker_init(worker: Any) -> None:
    """Share connections to the database from now on, and log which engine plays here.

    This process has been forked and the site loaded: its pool is its own.
    """
    from engine import ENGINE
    from ttr_site.pooling import pool_connections

    worker.log.info("The engine is %s.", ENGINE)
    if pool_connections():
        worker.log.info("Threads share a pool of connections to the database.")


def worker_exit(server: Any, worker: Any) -> None:
    """Close the connections to the database, if the site was loaded at all."""
    from django.conf import settings

    if settings.configured:
        from ttr_site.pooling import close_pool

        close_pool()
