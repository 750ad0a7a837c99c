"""The Celery application: tasks are found in every `tasks.py` of `games/`.

The broker may lose or double any message. What must happen stands in the database, and the beat
schedule below sweeps it.
"""

from __future__ import annotations

import os

from celery import Celery
from django.conf import settings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ttr_site.settings")

app = Celery("night_mail")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(["games", "games.clock", "games.notices", "games.play", "games.people"])

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
    """Lets all of the above come as much more often, or less, as the site wishes."""
    for entry in sender.conf.beat_schedule.values():
        entry["schedule"] *= settings.SWEEP_SECONDS / 60
        entry["options"]["expires"] = entry["schedule"]
