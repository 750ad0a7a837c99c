"""The Celery application of the site, for workers of which a run sends four mails at most."""

from __future__ import annotations

from celery import signals

from ttr_site.celery import app as app


@signals.worker_process_init.connect
def _send_few_mails_in_a_run(**options: object) -> None:
    from games.notifications.mail import runner

    runner.MOST = runner.AT_ONCE = 4  # type: ignore[misc]
