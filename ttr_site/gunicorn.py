"""How gunicorn serves the site in production."""

from __future__ import annotations

import multiprocessing

from ttr_site.env import Env

env = Env()

bind = env.text("NIGHT_MAIL_BIND", "0.0.0.0:8000")
workers = env.integer("NIGHT_MAIL_WEB_WORKERS", min(multiprocessing.cpu_count() + 1, 5))
worker_class = "gthread"
threads = 4
timeout = 30
graceful_timeout = 25
# A worker is renewed now and then, not all at the same moment.
max_requests = 5000
max_requests_jitter = 500
control_socket_disable = True
# Heartbeat files belong in memory: on a slow disk they stall the workers.
worker_tmp_dir = "/dev/shm"  # noqa: S108
accesslog = "-" if env.boolean("NIGHT_MAIL_ACCESS_LOG", default=False) else None
# The addresses in mails carry tokens: the path is logged without its query.
access_log_format = "%(h)s %(m)s %(U)s %(s)s %(b)s %(M)sms"
