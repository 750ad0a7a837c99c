"""The Celery application: tasks are found in every `tasks.py` of `games/`.

The broker may lose or double any message. What must happen stands in the database, and the beat
schedule below sweeps it.
"""

from __future__ import annotations

import os

from celery import Celery, signals
from django.conf import settings
from kombu import Queue

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ttr_site.settings")

app = Celery("night_mail")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(["games"])

# What waits for other people's servers has queues of its own: however slow they are, deadlines and
# bots go on. A worker that is told no queues serves all of them.
QUEUE = settings.CELERY_TASK_DEFAULT_QUEUE
ACCOUNTS_QUEUE, MAIL_QUEUE = f"{QUEUE}.accounts", f"{QUEUE}.mail"
WEBHOOK_QUEUE = f"{QUEUE}.webhooks"
app.conf.task_queues = [Queue(name) for name in (QUEUE, ACCOUNTS_QUEUE, MAIL_QUEUE, WEBHOOK_QUEUE)]
app.conf.task_routes = {
    "games.send_account_mails": {"queue": ACCOUNTS_QUEUE},
    "games.send_waiting_notices": {"queue": MAIL_QUEUE},
    "games.tell_operators": {"queue": MAIL_QUEUE},
    "games.call_webhooks": {"queue": WEBHOOK_QUEUE},
}

HURRIED = "send account mails"


@signals.setup_logging.connect
def _leave_the_log_to_the_settings(**options: object) -> None:
    """Keep Celery from a log of its own: where somebody listens here, it sets up none."""


# Every entry has `expires`: after an outage one late sweep is enough.
app.conf.beat_schedule = {
    "sweep deadlines": {
        "task": "games.sweep_deadlines",
        "schedule": 60,
        "options": {"expires": 60},
    },
    "raise alarm": {
        "task": "games.raise_alarm",
        "schedule": 60,
        "options": {"expires": 60},
    },
    "tell operators": {
        "task": "games.tell_operators",
        "schedule": 60,
        "options": {"expires": 60},
    },
    "forget old mails": {
        "task": "games.forget_old_mails",
        "schedule": 3600,
        "options": {"expires": 3600},
    },
    "send waiting notices": {
        "task": "games.send_waiting_notices",
        "schedule": 30,
        "options": {"expires": 30},
    },
    # Whoever waits for a code looks at the clock: the same on every site.
    HURRIED: {
        "task": "games.send_account_mails",
        "schedule": 4,
        "options": {"expires": 4},
    },
    "call webhooks": {
        "task": "games.call_webhooks",
        "schedule": 30,
        "options": {"expires": 30},
    },
    "play waiting bots": {
        "task": "games.play_waiting_bots",
        "schedule": 60,
        "options": {"expires": 60},
    },
    "count results": {
        "task": "games.count_results",
        "schedule": 60,
        "options": {"expires": 60},
    },
    # As often as games.orders.sweeping says.
    "carry out orders": {
        "task": "games.carry_out_orders",
        "schedule": 30,
        "options": {"expires": 30},
    },
    "count conduct": {
        "task": "games.count_conduct",
        "schedule": 600,
        "options": {"expires": 600},
    },
    "run seasons": {
        "task": "games.run_seasons",
        "schedule": 60,
        "options": {"expires": 60},
    },
    "measure paces": {
        "task": "games.measure_paces",
        "schedule": 3600,
        "options": {"expires": 3600},
    },
    "expire lobbies": {
        "task": "games.expire_lobbies",
        "schedule": 3600,
        "options": {"expires": 3600},
    },
}


@app.on_after_configure.connect
def _keep_the_pace_of_the_site(sender: Celery, **options: object) -> None:
    """Let all of the above come as much more often, or less, as the site wishes."""
    for name, entry in sender.conf.beat_schedule.items():
        if name == HURRIED:
            continue
        entry["schedule"] *= settings.SWEEP_SECONDS / 60
        entry["options"]["expires"] = entry["schedule"]
