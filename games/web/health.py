"""Tells a load balancer whether this process can serve, and a watchman whether the clock runs."""

from __future__ import annotations

from datetime import timedelta

from django.db import DatabaseError
from django.http import HttpRequest, JsonResponse
from django.utils.timezone import now
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.clock.models import Heartbeat
from games.clock.outage import JOB

# The sweep runs every minute; a few may be missed while workers are renewed.
LATE = timedelta(minutes=5)


@never_cache
@require_safe
def health(request: HttpRequest) -> JsonResponse:
    """Answers 200 while the database answers, else 503; says nothing else about the inside.

    `sweep` is "running", "late" or "never run". A late sweep is no fault of this process, which
    goes on serving pages: watch the word, not the status.
    """
    try:
        last = Heartbeat.objects.filter(job=JOB).values_list("at", flat=True).first()
    except DatabaseError:
        return JsonResponse({"database": "down"}, status=503)
    sweep = "never run" if last is None else "running" if now() - last < LATE else "late"
    return JsonResponse({"database": "up", "sweep": sweep})
