"""The Celery application: tasks are found in every `tasks.py` of `games/`.

The broker may lose or double any message. All due work is in the database, and the beat schedule
below sweeps it.
"""

from __future__ import annotations

import logging
import os
import sys
from pathlib import Path

from celery import Celery, Task, signals
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import close_old_connections
from kombu import Queue

from engine import ENGINE
from games.common.work import WORK

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ttr_site.settings")

try:
    QUEUE = settings.CELERY_TASK_DEFAULT_QUEUE
except ImproperlyConfigured as error:
    if Path(sys.argv[0]).name != "celery":
        raise
    # Celery would show its traceback.
    sys.exit(str(error))

logger = logging.getLogger(__name__)
app = Celery("night_mail")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(["games"])
# Celery would close it after every task, and a new one costs as much as a short task.
app.conf.CELERY_DB_REUSE_MAX = sys.maxsize

if settings.CELERY_BROKER_URL.startswith(("redis:", "rediss:")):
    from ttr_site.broker import outlive_lost_lines

    outlive_lost_lines()

# Tasks that call other servers, or draw for seconds, have queues of their own, so that they never
# delay deadlines and quick bots. A worker without a list of queues serves all.
ACCOUNTS_QUEUE, MAIL_QUEUE = f"{QUEUE}.accounts", f"{QUEUE}.mail"
WEBHOOK_QUEUE, PICTURE_QUEUE = f"{QUEUE}.webhooks", f"{QUEUE}.pictures"
BOT_QUEUE = f"{QUEUE}.bots"
app.conf.task_queues = [
    Queue(name)
    for name in (QUEUE, ACCOUNTS_QUEUE, MAIL_QUEUE, WEBHOOK_QUEUE, PICTURE_QUEUE, BOT_QUEUE)
]
app.conf.task_routes = {
    "games.tell_operators": {"queue": MAIL_QUEUE},
    "games.think_for_bots": {"queue": BOT_QUEUE},
    **{
        task: {"queue": f"{QUEUE}.{work.queue}"}
        for work in WORK
        for task in (work.task, *work.aliases)
    },
}

HURRIED = "send account mails"
"""Somebody is waiting for a code: the same on every site."""


@signals.setup_logging.connect
def _leave_the_log_to_the_settings(**options: object) -> None:
    """Keep Celery from configuring logging: with a receiver here, it sets up none."""


@signals.worker_ready.connect
def _tell_the_engine(**options: object) -> None:
    """Log which engine plays in this worker."""
    logger.info("The engine is %s.", ENGINE)


@signals.task_prerun.connect
def _use_a_connection_as_requests_do(task: Task, **options: object) -> None:
    """Close a connection to the database that is old or has failed; the first query tries it."""
    if not task.request.is_eager:
        close_old_connections()


@signals.worker_process_init.connect
def _begin_to_work(**options: object) -> None:
    """Lower the priority below pages: people wait for those, while mails may be a little later."""
    os.nice(settings.WORKER_NICE)


# Every entry has `expires`: after an outage one late sweep is enough.
app.conf.beat_schedule = {
    task.removeprefix("games.").replace("_", " "): {
        "task": task,
        "schedule": seconds,
        "options": {"expires": seconds},
    }
    for task, seconds in {
        "games.sweep_deadlines": 60,
        "games.raise_alarm": 60,
        "games.tell_operators": 60,
        "games.forget_old_mails": 3600,
        "games.send_invitations": 60,
        "games.pair_waiting": 60,
        "games.play_waiting_bots": 60,
        "games.think_for_bots": 60,
        "games.count_results": 60,
        # As often as games.plans.carry_out says.
        "games.carry_out_orders": 30,
        "games.count_conduct": 300,
        "games.run_seasons": 60,
        "games.measure_paces": 3600,
        # As often as games.plans.summary says.
        "games.tell_what_plans_did": 3600,
        "games.prove_logs": 120,
        "games.expire_lobbies": 3600,
        **{work.task: work.seconds for work in WORK},
    }.items()
}


@app.on_after_configure.connect
def _keep_the_pace_of_the_site(sender: Celery, **options: object) -> None:
    """Scale all intervals above by the site's setting."""
    for name, entry in sender.conf.beat_schedule.items():
        if name == HURRIED:
            continue
        entry["schedule"] *= settings.SWEEP_SECONDS / 60
        entry["options"]["expires"] = entry["schedule"]


# It connects at import, which reads the settings.
from ttr_site import task_signals as task_signals  # noqa: E402
