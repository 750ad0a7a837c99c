"""The page that Prometheus reads: counters of processes, and the present state of the rows."""

from __future__ import annotations

import logging
import secrets

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.timezone import now
from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4, generate_latest

from games.common.metrics import begin_at_zero, counted_registry
from games.operators.state_metrics import beat_jobs, state_registry

logger = logging.getLogger(__name__)


def metrics_page(request: HttpRequest) -> HttpResponse:
    """Return all metrics to requests with ``METRICS_SECRET``; 404 to others.

    Without such a secret there is no page.
    """
    if request.method != "GET" or not _has_secret(request):
        return HttpResponse("Not found.\n", status=404, content_type="text/plain")
    try:
        begin_at_zero(tasks=beat_jobs())
        counted = generate_latest(counted_registry())
        page = counted + generate_latest(state_registry(now=now()))
    except Exception:
        logger.exception("The metrics cannot be read.")
        return HttpResponse("The metrics cannot be read.\n", status=503, content_type="text/plain")
    response = HttpResponse(page, content_type=CONTENT_TYPE_PLAIN_0_0_4)
    response["Cache-Control"] = "no-store"
    return response


def _has_secret(request: HttpRequest) -> bool:
    kind, _blank, given = request.headers.get("Authorization", "").partition(" ")
    wanted = settings.METRICS_SECRET
    return (
        bool(wanted)
        and kind.lower() == "bearer"
        and secrets.compare_digest(given.strip().encode(), wanted.encode())
    )
