"""The description of the API, and the answer at unknown addresses."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

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
    return render(request, "web/api/reference.html", {"operations": operations})


@csrf_exempt
def no_such_address(request: HttpRequest) -> HttpResponse:
    """The answer where nothing is, to everybody."""
    return problem_response(request, "not-found", 404, _("Nothing that you may see is here."))
