"""Answers to errors outside of views: problems for programs, pages for people."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from games.accounts.middleware import is_for_programs
from games.api.problems import problem_response
from games.web.site import errors


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400."""
    if is_for_programs(request):
        return problem_response(
            request, "invalid-request", 400, _("The body is not the JSON of an object.")
        )
    return errors.bad_request(request, exception)


def server_error(request: HttpRequest) -> HttpResponse:
    """500."""
    if is_for_programs(request):
        return problem_response(
            request, "server-error", 500, _("It is our fault. Try again later.")
        )
    return errors.server_error(request)
