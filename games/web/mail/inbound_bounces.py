"""The webhook for bounces: a hosted mail service says what became of mails that it sent for us."""

from __future__ import annotations

import json
from typing import Any

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.crypto import constant_time_compare
from django.utils.timezone import now
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from games.notices.bouncing import called_spam, came_back, kind_of
from games.notices.models import Mail

MOST = 1000
EVENTS = ("failed", "delayed", "complaint")


# The secret in the address is the authority; no browser posts here.
@csrf_exempt
@require_POST
def inbound_bounces(request: HttpRequest, secret: str) -> HttpResponse:
    """Takes ``{"event": "failed", "message_id": "<…>", "status": "5.1.1"}``, or a list of such.

    Events are failed, delayed and complaint; others, and mails that are not ours, are passed over.
    """
    if not settings.INBOUND_SECRET or not constant_time_compare(secret, settings.INBOUND_SECRET):
        raise Http404
    try:
        told = json.loads(request.body)
    except RequestDataTooBig:
        return JsonResponse({"error": "too large"}, status=413)
    except (ValueError, RecursionError):
        return JsonResponse({"error": "not JSON"}, status=400)
    events = told if isinstance(told, list) else [told]
    taken = sum(_take(event) for event in events[:MOST] if isinstance(event, dict))
    return JsonResponse({"taken": taken})


def _take(event: dict[str, Any]) -> bool:
    what, name = event.get("event"), str(event.get("message_id", "")).strip()
    name = f"<{name.strip('<>')}>"
    mail = Mail.objects.select_related("person").defer("source").filter(message_id=name).first()
    if mail is None or what not in EVENTS:
        return False
    if what == "complaint":
        called_spam(person=mail.person, mail=mail, now=now())
        return True
    code = str(event.get("status", ""))[:11]
    kind = kind_of(failed=what == "failed", code=code)
    came_back(mail=mail, kind=kind, code=code, now=now())
    return True
