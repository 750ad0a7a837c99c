"""The webhook for incoming mail: a hosted mail service posts each message to its secret address."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.crypto import constant_time_compare
from django.utils.timezone import now
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from games.inbound.headers import recipient_of
from games.inbound.models import InboundOutcome
from games.inbound.receiving import LARGEST, is_waiting, receive
from games.web.mail.bounds import is_larger

MOST: Final = 10 * LARGEST
"""Bytes of a request: a form may write three for one."""


# The secret in the address is the authority; no browser posts here.
@csrf_exempt
@require_POST
def inbound_mail(request: HttpRequest, secret: str) -> HttpResponse:
    """Takes in the message of the body, or of the form field ``message``.

    The recipient is the form field ``recipient``, or what the message's headers say. Everything
    that was understood to be a message gets 200, so that nobody posts it again; 503 asks for it.
    """
    if not settings.INBOUND_SECRET or not constant_time_compare(secret, settings.INBOUND_SECRET):
        raise Http404
    if is_larger(request, MOST):
        return JsonResponse({"outcome": InboundOutcome.TOO_LARGE}, status=413)
    try:
        raw, recipient = _message(request)
    except RequestDataTooBig:
        return JsonResponse({"outcome": InboundOutcome.TOO_LARGE}, status=413)
    if not raw:
        return JsonResponse({"outcome": "empty"}, status=400)
    recipient = recipient or recipient_of(raw)
    if is_waiting(recipient=recipient, now=now()):
        return JsonResponse({"outcome": InboundOutcome.LIMITED}, status=503)
    outcome = receive(raw=raw, recipient=recipient, now=now())
    failed = outcome.outcome == InboundOutcome.FAILED
    return JsonResponse({"outcome": outcome.outcome}, status=503 if failed else 200)


def _message(request: HttpRequest) -> tuple[bytes, str]:
    if request.content_type not in ("multipart/form-data", "application/x-www-form-urlencoded"):
        return request.body, ""
    recipient = request.POST.get("recipient", "")
    upload = request.FILES.get("message")
    if upload is not None:
        return upload.read(LARGEST + 1), recipient
    return request.POST.get("message", "").encode(), recipient
