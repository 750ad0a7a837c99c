"""Responses to errors outside of views: problem documents for programs, pages for people."""

from __future__ import annotations

import logging
import sys

from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.translation import gettext as _

from games.accounts.middleware import is_for_programs, language_of_program
from games.api.problems import out_of_service, problem_response
from games.common.database_away import is_away, renew_connections, takes_no_changes
from games.web.site import errors

logger = logging.getLogger(__name__)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400."""
    if is_for_programs(request):
        return problem_response(
            request, "invalid-request", 400, _("The body is not the JSON of an object.")
        )
    return errors.bad_request(request, exception)


def server_error(request: HttpRequest) -> HttpResponse:
    """500, or 503 if the database does not answer or takes no changes."""
    # Django calls this while it handles the error.
    error = sys.exc_info()[1]
    if is_away(error):
        # The alarm reports it once; a mail for each request would be a storm.
        logger.warning("The database does not answer: %s.", error)
        return _out_of_service(request)
    if takes_no_changes(error):
        logger.warning("The database takes no changes: %s.", error)
        renew_connections()
        return _out_of_service(request, readable=True)
    if is_for_programs(request):
        return problem_response(
            request, "server-error", 500, _("It is our fault. Try again later.")
        )
    return errors.server_error(request)


def _out_of_service(request: HttpRequest, *, readable: bool = False) -> HttpResponse:
    response: HttpResponse
    if is_for_programs(request):
        with translation.override(language_of_program(request)):
            response = out_of_service(request, readable=readable)
    else:
        response = errors.out_of_service(request, readable=readable)
    response._has_been_logged = True  # type: ignore[attr-defined]
    return response
