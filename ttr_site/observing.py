"""Ids and counters of requests; pages for machines are served before the host check."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Final, cast

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.log import log_response

from games.common import log_context
from games.common.metrics import REQUEST_SECONDS, REQUESTS
from games.operators.metrics_page import metrics_page
from games.web.site.health import health, ready

FOR_MACHINES: Final[Mapping[str, Callable[[HttpRequest], HttpResponse]]] = {
    "/metrics": metrics_page,
    "/healthz": health,
    "/readyz": ready,
}
METHODS: Final = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}


class ObservingMiddleware:
    """Give each request an id, in the log and in ``X-Request-ID`` of its response, and count it.

    Prometheus, load balancers and containers use a machine's address and HTTP, while pages of the
    site accept only its host names. So the pages for machines are served here.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        name = log_context.request_id(request.headers.get("X-Request-ID", ""))
        with log_context.scope(request=name):
            began = time.perf_counter()
            response = FOR_MACHINES.get(request.path, self.get_response)(request)
            _count(request, response, time.perf_counter() - began)
            if response.status_code >= 400:
                # Django would do so itself, once this scope is over.
                log_response(
                    "%s: %s", response.reason_phrase, request.path,
                    response=cast(HttpResponse, response), request=request,
                )  # fmt: skip
        response["X-Request-ID"] = name
        return response


def _count(request: HttpRequest, response: HttpResponseBase, seconds: float) -> None:
    match = request.resolver_match
    view = (match.view_name or "unnamed") if match else "none"
    method = request.method if request.method in METHODS else "other"
    REQUESTS.labels(method, view, response.status_code).inc()
    REQUEST_SECONDS.labels(view).observe(seconds)
