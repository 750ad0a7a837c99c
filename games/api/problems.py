"""Errors as problems (RFC 9457), in the language of the request (decision 137)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from django.conf import settings
from django.core.exceptions import BadRequest, PermissionDenied, SuspiciousOperation
from django.http import Http404, HttpRequest, JsonResponse
from django.utils.translation import gettext_lazy as _
from rest_framework import exceptions
from rest_framework.response import Response

import engine
from games.common.database_away import RETRY_AFTER
from games.common.errors import Refused, SeatLost, Stale
from games.common.rates import TooOften

MEDIA_TYPE: Final = "application/problem+json"
TITLES: Final[Mapping[str, Any]] = {
    "invalid-request": _("This request cannot be read"),
    "not-authenticated": _("A token is needed"),
    "invalid-token": _("This token is not valid"),
    "missing-scope": _("The token may not do this"),
    "not-your-seat": _("You have no seat there"),
    "not-found": _("There is no such thing"),
    "method-not-allowed": _("This cannot be done here"),
    "stale-decision": _("The game has moved on"),
    "seat-lost": _("Somebody else has your seat"),
    "too-large": _("The body is too large"),
    "unsupported-media-type": _("The body is not JSON"),
    "refused": _("This is not possible"),
    "reused-key": _("This key belongs to another request"),
    "throttled": _("Too many requests"),
    "no-stream": _("There are no streams here"),
    "busy": _("There are too many streams"),
    "server-error": _("Something went wrong"),
    "out-of-service": _("The site is out of service"),
}
"""The kinds of problem. Their names are promises; docs/api.md explains each."""


class ApiProblem(exceptions.APIException):
    """A problem of one of the kinds, with a status and a sentence."""

    def __init__(self, kind: str, status: int, detail: object, **more: object) -> None:
        super().__init__(str(detail))
        self.kind, self.status_code, self.more = kind, status, more


def not_your_seat() -> ApiProblem:
    """The problem of somebody who would act without a seat."""
    return ApiProblem("not-your-seat", 403, _("You do not play in this game."))


def problem_data(kind: str, status: int, detail: object, **more: object) -> dict[str, Any]:
    """The body of a problem."""
    return {
        "type": f"{settings.SITE_URL}/api/#problem-{kind}",
        "title": str(TITLES[kind]),
        "status": status,
        "detail": str(detail),
        **more,
    }


def handle(error: Exception, context: Mapping[str, Any]) -> Response | None:
    """The answer to an error of a view; None for one that nobody foresaw."""
    found = _problem_of(error)
    if found is None:
        return None
    headers = {}
    if isinstance(error, TooOften):
        headers["Retry-After"] = str(error.wait)
    if isinstance(error, exceptions.APIException):
        if header := getattr(error, "auth_header", ""):
            headers["WWW-Authenticate"] = header
        if isinstance(error, exceptions.Throttled) and error.wait is not None:
            headers["Retry-After"] = str(int(error.wait) + 1)
    return Response(found, found["status"], headers=headers, content_type=MEDIA_TYPE)


def _problem_of(error: Exception) -> dict[str, Any] | None:
    match error:
        case ApiProblem():
            return problem_data(error.kind, error.status_code, error.detail, **error.more)
        case SeatLost():
            return problem_data("seat-lost", 409, error)
        case Stale():
            return problem_data("stale-decision", 409, error)
        case Refused():
            return problem_data("refused", 422, error, **_cause(error.__cause__))
        case Http404() | exceptions.NotFound():
            return problem_data("not-found", 404, _("Nothing that you may see is here."))
        case exceptions.ValidationError():
            detail = _("Correct the fields that are named.")
            return problem_data("invalid-request", 400, detail, errors=list(_errors(error.detail)))
        case exceptions.ParseError() | BadRequest() | SuspiciousOperation():
            return problem_data("invalid-request", 400, _("The body is not the JSON of an object."))
        case exceptions.NotAuthenticated():
            return problem_data("not-authenticated", 401, _("Send a token in Authorization."))
        case exceptions.AuthenticationFailed():
            detail = _("It is wrong, or it has ended. Make another one in your settings.")
            return problem_data("invalid-token", 401, detail)
        case PermissionDenied() | exceptions.PermissionDenied():
            return problem_data("missing-scope", 403, _("The token may not do this."))
        case exceptions.MethodNotAllowed():
            return problem_data("method-not-allowed", 405, _("Use another method."))
        case exceptions.UnsupportedMediaType():
            detail = _("Send JSON, with Content-Type: application/json.")
            return problem_data("unsupported-media-type", 415, detail)
        case exceptions.Throttled() | TooOften():
            detail = _("Wait for as many seconds as Retry-After says.")
            return problem_data("throttled", 429, detail)
    return None


def _cause(cause: BaseException | None) -> dict[str, str]:
    if isinstance(cause, engine.IllegalAction):
        return {"message": cause.message, "ruling": cause.ruling}
    return {}


def _errors(detail: Any, path: str = "") -> Iterator[dict[str, str]]:
    """Each fault with a JSON pointer to its field (RFC 6901)."""
    if isinstance(detail, Mapping):
        for name, inside in detail.items():
            inner = path if name == "non_field_errors" else f"{path}/{_escaped(str(name))}"
            yield from _errors(inside, inner)
    elif isinstance(detail, Sequence) and not isinstance(detail, str):
        for number, inside in enumerate(detail):
            nested = isinstance(inside, Mapping | list)
            yield from _errors(inside, f"{path}/{number}" if nested else path)
    else:
        yield {"pointer": path, "detail": str(detail)}


def _escaped(name: str) -> str:
    return name[:60].replace("~", "~0").replace("/", "~1")


def problem_response(request: HttpRequest, kind: str, status: int, detail: object) -> JsonResponse:
    """The answer to an error outside of a view."""
    response = JsonResponse(
        problem_data(kind, status, detail), status=status, content_type=MEDIA_TYPE
    )
    response["Cache-Control"] = "no-store"
    return response


def out_of_service(request: HttpRequest, *, readable: bool = False) -> JsonResponse:
    """The answer while the database is away, which may have gone after a change.

    ``readable`` says that it answers and takes no changes.
    """
    detail = _("The site cannot reach its records at the moment. Try again later.")
    if readable:
        detail = _("The site cannot save anything at the moment. Try again later.")
    elif request.method not in ("GET", "HEAD"):
        detail = _(
            "The site cannot reach its records at the moment. It is uncertain whether your request"
            " was carried out: look before you send it again."
        )
    response = problem_response(request, "out-of-service", 503, detail)
    response["Retry-After"] = str(RETRY_AFTER)
    return response
