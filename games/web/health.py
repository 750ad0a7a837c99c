"""Tells a load balancer whether this process can serve, and a watchman whether the clock runs."""

from __future__ import annotations

from django.db import DatabaseError
from django.http import HttpRequest, JsonResponse
from django.utils.timezone import now
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.clock.alarm import DEADLINES, MAIL, SWEEP, overdue
from games.clock.models import Heartbeat
from games.clock.outage import JOB


@never_cache
@require_safe
def health(request: HttpRequest) -> JsonResponse:
    """Answers 200 while the database answers, else 503; says nothing else about the inside.

    `sweep` is "running", "late" or "never run", `deadlines` "kept" or "late", `mail` "flowing" or
    "stuck". None of it is the fault of this process, which goes on serving pages: watch the words,
    not the status.
    """
    try:
        started = Heartbeat.objects.filter(job=JOB).exists()
        late = overdue(now=now())
    except DatabaseError:
        return JsonResponse({"database": "down"}, status=503)
    sweep = "late" if SWEEP in late else "running" if started else "never run"
    return JsonResponse(
        {
            "database": "up",
            "sweep": sweep,
            "deadlines": "late" if DEADLINES in late else "kept",
            "mail": "stuck" if MAIL in late else "flowing",
        }
    )
