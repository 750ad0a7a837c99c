"""The Celery application: tasks are found in every `tasks.py` of `games/`.

The broker may lose or double any message. All due work is in the database, and the beat schedule
below sweeps it.
"""

from __future__ import annotations

import logging
import os

from celery import Celery, signals
from django.conf import settings
from kombu import Queue

from engine import ENGINE
from ttr_site.garbage import spare_what_stays

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ttr_site.settings")

logger = logging.getLogger(__name__)
app = Celery("night_mail")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(["games"])

if settings.CELERY_BROKER_URL.startswith(("redis:", "rediss:")):
    from ttr_site.broker import outlive_lost_lines

    outlive_lost_lines()

# Tasks that call other servers, or draw for seconds, have queues of their own, so that they never
# delay deadlines and quick bots. A worker without a list of queues serves all.
QUEUE = settings.CELERY_TASK_DEFAULT_QUEUE
ACCOUNTS_QUEUE, MAIL_QUEUE = f"{QUEUE}.accounts", f"{QUEUE}.mail"
WEBHOOK_QUEUE, PICTURE_QUEUE = f"{QUEUE}.webhooks", f"{QUEUE}.pictures"
BOT_QUEUE = f"{QUEUE}.bots"
app.conf.task_queues = [
    Queue(name)
    for name in (QUEUE, ACCOUNTS_QUEUE, MAIL_QUEUE, WEBHOOK_QUEUE, PICTURE_QUEUE, BOT_QUEUE)
]
app.conf.task_routes = {
    "games.send_account_mails": {"queue": ACCOUNTS_QUEUE},
    "games.send_waiting_notices": {"queue": MAIL_QUEUE},
    "games.help_with_mails": {"queue": MAIL_QUEUE},
    "games.tell_operators": {"queue": MAIL_QUEUE},
    "games.send_deliveries": {"queue": WEBHOOK_QUEUE},
    "games.call_webhooks": {"queue": WEBHOOK_QUEUE},
    "games.make_animation": {"queue": PICTURE_QUEUE},
    "games.make_animations": {"queue": PICTURE_QUEUE},
    "games.make_collection": {"queue": PICTURE_QUEUE},
    "games.make_collections": {"queue": PICTURE_QUEUE},
    "games.send_pushes": {"queue": WEBHOOK_QUEUE},
    "games.think_for_bots": {"queue": BOT_QUEUE},
    "games.make_hint": {"queue": BOT_QUEUE},
    "games.make_hints": {"queue": BOT_QUEUE},
    "games.make_reviews": {"queue": BOT_QUEUE},
}

HURRIED = "send account mails"


@signals.setup_logging.connect
def _leave_the_log_to_the_settings(**options: object) -> None:
    """Keep Celery from configuring logging: with a receiver here, it sets up none."""


@signals.worker_ready.connect
def _tell_the_engine(**options: object) -> None:
    """Log which engine plays in this worker."""
    logger.info("The engine is %s.", ENGINE)


@signals.worker_process_init.connect
def _begin_to_work(**options: object) -> None:
    """Lower the priority below pages: people wait for those, while mails may be a little later."""
    os.nice(settings.WORKER_NICE)
    spare_what_stays()


# Every entry has `expires`: after an outage one late sweep is enough.
app.conf.beat_schedule = {
    task.replace("_", " "): {
        "task": f"games.{task}",
        "schedule": seconds,
        "options": {"expires": seconds},
    }
    for task, seconds in {
        "sweep_deadlines": 60,
        "raise_alarm": 60,
        "tell_operators": 60,
        "forget_old_mails": 3600,
        "send_waiting_notices": 30,
        # People wait for codes, so the interval is the same on every site.
        "send_account_mails": 4,
        "send_deliveries": 30,
        "send_invitations": 60,
        "make_animations": 60,
        "make_collections": 60,
        "play_waiting_bots": 60,
        "think_for_bots": 60,
        "make_hints": 60,
        "make_reviews": 60,
        "count_results": 60,
        # The interval of games.orders.sweeping.
        "carry_out_orders": 30,
        "count_conduct": 600,
        "run_seasons": 60,
        "measure_paces": 3600,
        "prove_logs": 3600,
        "expire_lobbies": 3600,
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
