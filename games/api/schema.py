"""The description of the API: OpenAPI 3.1 from the views, by drf-spectacular."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from functools import cache, wraps
from pathlib import Path
from typing import Any, Final

from django.http.response import HttpResponseBase
from django.urls import include, path
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.response import Response

FOLDER: Final = Path(__file__).parent
STORED: Final = FOLDER / "openapi.json"
"""The description as it was last written; `python -m tools.openapi` writes it."""
EXAMPLES: Final = FOLDER / "examples.json"
"""By operation id: a body and an answer, taken from a game."""
LINKS: Final = tomllib.loads((FOLDER / "links.toml").read_text())
"""By operation id and status: the operations that an answer leads to, each with what it takes."""
SECURITY: Final = {"type": "http", "scheme": "bearer", "bearerFormat": "nm_…"}
WITH_BODY: Final = frozenset({"POST", "PUT", "PATCH"})
CODES: Final = (
    ("400", "The request cannot be read, or has a field that is not known."),
    ("401", "The token is missing, wrong, or has ended."),
    ("403", "The token lacks the scope, or the seat is somebody else's."),
    ("404", "There is no such thing, or the caller may not see it."),
    ("429", "Too many requests: `Retry-After` says when to come again."),
)
CODES_OF_CHANGES: Final = (
    ("409", "The decision is closed: look at the game again."),
    ("422", "A rule or the site refuses; `detail` says why in a sentence."),
)
CODE_OF_STREAMS: Final = (("503", "All streams are taken: `Retry-After` says when to try again."),)
CODES_OF_BODIES: Final = (
    ("413", "The body is too large."),
    ("415", "The body is not JSON."),
)


class ProblemFault(serializers.Serializer):
    """A field that is wrong."""

    pointer = serializers.CharField(help_text="JSON pointer to the field.")
    detail = serializers.CharField()


class Problem(serializers.Serializer):
    """A problem (RFC 9457)."""

    type = serializers.CharField(help_text="An address that names and explains the kind.")
    title = serializers.CharField(help_text="The kind in words.")
    status = serializers.IntegerField()
    detail = serializers.CharField(help_text="A sentence in the language of `Accept-Language`.")
    message = serializers.CharField(required=False, help_text="Id of the message of the rules.")
    ruling = serializers.CharField(required=False, help_text="Id of the ruling, as in `B-7`.")
    scope = serializers.CharField(required=False, help_text="The scope that is lacking.")
    stream = serializers.CharField(required=False, help_text="Where the stream is instead.")
    errors = ProblemFault(many=True, required=False)


def describe(
    operation: str,
    answer: Any,
    *,
    tag: str,
    status: int = 200,
    body: type[serializers.Serializer] | None = None,
    query: type[serializers.Serializer] | None = None,
    headers: tuple[OpenApiParameter, ...] = (),
    media_type: str = "application/json",
    also: dict[int, Any] | None = None,
    problems: tuple[str, ...] = (),
) -> Callable[..., Any]:
    """Describe the method of a view; its docstring says what it does.

    The view reads ``body`` or ``query`` before the method runs, and renders what it returns by the
    serializer ``answer``, unless that is a response already. ``also`` has further answers by
    status, ``problems`` further statuses of problems.
    """
    example = examples().get(operation, {})
    parameters: list[Any] = [*headers, *([query] if query else [])]
    responses: dict[Any, Any] = {status: None}
    if answer is not None:
        responses = {(status, media_type): answer}
    for code, shape in (also or {}).items():
        responses[code, media_type] = shape
    described = extend_schema(
        operation_id=operation,
        tags=[tag],
        parameters=parameters,
        request={"application/json": body} if body else None,
        responses=responses,
        extensions={"x-example": example, "x-problems": problems},
    )

    def decorate(method: Callable[..., Any]) -> Any:
        @wraps(method)
        def respond(view: Any, *args: Any, **kwargs: Any) -> HttpResponseBase:
            found = method(view, *args, **kwargs)
            if isinstance(found, HttpResponseBase):
                return found
            return Response(None if answer is None else answer.of(found), status=status)

        respond.shapes = body, query  # type: ignore[attr-defined]
        return described(respond)

    return decorate


@cache
def examples() -> dict[str, Any]:
    """The stored examples by operation id."""
    found: dict[str, Any] = json.loads(EXAMPLES.read_text()) if EXAMPLES.exists() else {}
    return found


class ApiSchema(AutoSchema):
    """Adds to each operation the scope it needs, the problems it answers with, its example."""

    def get_operation(self, *args: Any, **kwargs: Any) -> Any:
        operation = super().get_operation(*args, **kwargs)
        if operation is None:
            return None
        codes = dict(CODES)
        if self.method not in ("GET", "HEAD"):
            codes |= dict(CODES_OF_CHANGES)
        if self.method in WITH_BODY:
            codes |= dict(CODES_OF_BODIES)
        further = operation.pop("x-problems", ())
        codes |= {
            code: text for code, text in (*CODES_OF_CHANGES, *CODE_OF_STREAMS) if code in further
        }
        problem = self.resolve_serializer(Problem, "response").ref
        for code, description in sorted(codes.items()):
            if code not in operation["responses"]:
                content = {"application/problem+json": {"schema": problem}}
                operation["responses"][code] = {"content": content, "description": description}
        if getattr(self.view, "tagged", False) and self.method == "GET":
            operation["responses"]["304"] = {"description": "Nothing has changed since the ETag."}
        for code, links in LINKS.get(operation["operationId"], {}).items():
            operation["responses"][code]["links"] = {
                target: {"operationId": target, **link} for target, link in links.items()
            }
        self._add_example(operation)
        return operation

    def _map_basic_serializer(self, serializer: Any, direction: Any) -> Any:
        found = super()._map_basic_serializer(serializer, direction)  # type: ignore[no-untyped-call]
        if getattr(serializer, "strict", False):
            found["additionalProperties"] = False
        return found

    def _add_example(self, operation: dict[str, Any]) -> None:
        example = operation.pop("x-example", {})
        if "body" in example:
            content = operation["requestBody"]["content"]["application/json"]
            content["example"] = example["body"]
        if "answer" in example:
            for code, response in operation["responses"].items():
                content = response.get("content", {}).get("application/json")
                if code.startswith("2") and content:
                    content["example"] = example["answer"]
                    break

    def get_description(self) -> str:
        scope = self.view.scopes.get(self.method)
        text = super().get_description()
        needs = f"Scope: `{scope}`." if scope else "Any token will do."
        if self.method in self.view.public:
            needs += " Public facts need no token."
        return f"{text}\n\n{needs}"

    def get_auth(self) -> Any:
        auth: list[dict[str, list[str]]] = [{"token": []}]
        return [*auth, {}] if self.method in self.view.public else auth


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "games.api.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return SECURITY


def build() -> dict[str, Any]:
    """The description, made from the views."""
    patterns = [path("api/v1/", include("games.api.urls"))]
    generator = SchemaGenerator(patterns=patterns, api_version="v1")  # type: ignore[no-untyped-call]
    schema = generator.get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    schema["components"]["securitySchemes"] = {"token": SECURITY}
    return dict(schema)


def text() -> str:
    """The description as it is stored: JSON that people can read."""
    return json.dumps(build(), indent=1, ensure_ascii=False, default=str) + "\n"
