"""Admission to streams: the views of the API decide, in this process as in the others."""

from __future__ import annotations

import logging
from io import BytesIO
from typing import Any, Final, cast

from django.core.exceptions import BadRequest
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, HttpResponse
from django.urls import Resolver404, path
from django.urls.resolvers import RegexPattern, URLResolver
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from games.accounts.middleware import PersonalMiddleware, language_of_program
from games.api.problems import out_of_service, problem_response
from games.api.views_stream import GameStream, MyStream
from games.common.database_away import is_away
from ttr_site.security import NoNulMiddleware

logger = logging.getLogger(__name__)

ADDRESSES: Final = URLResolver(
    RegexPattern(r"^/api/v1/"),
    [
        path("games/<str:code>/stream/", GameStream.as_view()),
        path("me/stream/", MyStream.as_view()),
    ],
)
REFUSALS: Final = {
    "throttled": (429, _("You have as many streams open as you may.")),
    "busy": (503, _("All streams are taken. Poll, or try again later.")),
}
AGAIN: Final = "60"
"""Seconds after which who was refused may try again."""


def admit(scope: dict[str, Any]) -> HttpResponse:
    """The answer to a request: Admitted, or one that says why not."""
    request = ASGIRequest(scope, BytesIO())
    request.takes_streams = True  # type: ignore[attr-defined]
    try:
        return cast("HttpResponse", NoNulMiddleware(PersonalMiddleware(_answer))(request))
    except BadRequest:
        return problem_response(
            request, "invalid-request", 400, _("The body is not the JSON of an object.")
        )
    except Exception as error:
        if is_away(error):
            logger.warning("The database does not answer: %s.", error)
            return out_of_service(request)
        logger.exception("A stream could not be opened.")
        return problem_response(
            request, "server-error", 500, _("It is our fault. Try again later.")
        )


def _answer(request: HttpRequest) -> HttpResponse:
    try:
        found = ADDRESSES.resolve(request.path_info)
    except Resolver404:
        return problem_response(request, "not-found", 404, _("Nothing that you may see is here."))
    answer = found.func(request, *found.args, **found.kwargs)
    if hasattr(answer, "render"):
        answer.render()
    return answer


def refuse(scope: dict[str, Any], kind: str) -> HttpResponse:
    """The answer where there are too many streams."""
    request = ASGIRequest(scope, BytesIO())
    status, detail = REFUSALS[kind]
    with translation.override(language_of_program(request)):
        answer = problem_response(request, kind, status, detail)
    answer["Retry-After"] = AGAIN
    return answer
