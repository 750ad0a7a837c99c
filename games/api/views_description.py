"""The description of the API, and the answer at unknown addresses."""

from __future__ import annotations

import json
from functools import cache
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from games.api.base import PublicView
from games.api.problems import problem_response
from games.api.schema import STORED


@cache
def _stored() -> str:
    return STORED.read_text()


@extend_schema(exclude=True)
class Description(PublicView):
    """The description in OpenAPI 3.1."""

    def get(self, request: Request, **kwargs: Any) -> HttpResponse:
        return HttpResponse(_stored(), content_type="application/vnd.oai.openapi+json")


PROBLEMS: Final = {
    "invalid-request": "The body or the query cannot be read; errors names each wrong field.",
    "not-authenticated": "A token is needed in the header Authorization.",
    "invalid-token": "The token is wrong, was removed, has expired, or ended with the password.",
    "missing-scope": "The token was made without the scope that this operation needs.",
    "not-your-seat": "Only those who play in a game can do this.",
    "not-found": "There is no such thing, or the caller may not see it.",
    "method-not-allowed": "The header Allow lists the methods of this address.",
    "stale-decision": "The decision is closed. Read the game again, then choose again.",
    "seat-lost": "Somebody else, or a bot, has the seat now. Do not try again.",
    "too-large": "A body has up to 16 kB.",
    "unsupported-media-type": "A body is JSON, with Content-Type: application/json.",
    "refused": "A rule or the site refuses. ruling and message name the rule, where it was one.",
    "reused-key": "The Idempotency-Key was used for another move before.",
    "throttled": "Wait for as many seconds as Retry-After says.",
    "no-stream": "Streams come from another process, which is away. Ask for events instead.",
    "busy": "All streams are taken. Retry-After says when to try again.",
    "server-error": "A fault of the site. Its operators are told.",
    "out-of-service": "The database of the site is away. Come again after Retry-After.",
}


@require_safe
def reference(request: HttpRequest) -> HttpResponse:
    """The page of the API: its operations, and what each problem means."""
    operations = [
        {
            "method": method.upper(),
            "path": path,
            "tag": operation["tags"][0],
            "description": operation["description"].replace("`", "").split("\n\n"),
            "parameters": operation.get("parameters", []),
        }
        for path, methods in json.loads(_stored())["paths"].items()
        for method, operation in methods.items()
    ]
    tags = list(dict.fromkeys(operation["tag"] for operation in operations))
    operations.sort(key=lambda operation: tags.index(operation["tag"]))
    page = {"operations": operations, "problems": PROBLEMS.items()}
    return render(request, "web/api/reference.html", page)


@csrf_exempt
def no_such_address(request: HttpRequest) -> HttpResponse:
    """The answer where nothing is, to everybody."""
    return problem_response(request, "not-found", 404, _("Nothing that you may see is here."))
