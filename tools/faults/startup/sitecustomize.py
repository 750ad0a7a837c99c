"""Python imports this at the start of each process of the site under test, and sets its clock.

All of the site asks ``django.utils.timezone.now`` for the time. What libraries measure by
themselves goes by the true time: Celery's messages, Redis.
"""

from __future__ import annotations

from tools.faults import clock

clock.install()
