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

from games.inbound.reports import CODE
from games.notices.bouncing import called_spam, came_back, kind_of
from games.notices.models import Mail
from games.web.mail.bounds import come_later, is_larger, is_too_often

LARGEST = 256 * 1024
MOST = 1000
LONGEST = 1000
"""Characters that are read of what another server answered."""
EVENTS = ("failed", "delayed", "complaint")


# The secret in the address is the authority; no browser posts here.
@csrf_exempt
@require_POST
def inbound_bounces(request: HttpRequest, secret: str) -> HttpResponse:
    """Takes ``{"event": "failed", "message_id": "<…>", "status": "5.1.1"}``, or a list of such.

    ``text`` may be what the other server answered. Events are failed, delayed and complaint;
    others, and mails that are not ours, are passed over.
    """
    if not settings.INBOUND_SECRET or not constant_time_compare(secret, settings.INBOUND_SECRET):
        raise Http404
    if is_larger(request, LARGEST):
        return JsonResponse({"error": "too large"}, status=413)
    if is_too_often(request, "inbound_bounces"):
        return come_later()
    try:
        told = json.loads(request.body)
    except RequestDataTooBig:
        return JsonResponse({"error": "too large"}, status=413)
    except (ValueError, RecursionError):
        return JsonResponse({"error": "not JSON"}, status=400)
    events = told if isinstance(told, list) else [told]
    # Told twice in one breath is told once.
    known = {(_name(event), event["event"]): event for event in events[:MOST] if _tells(event)}
    names = {name for name, _event in known}
    found = Mail.objects.select_related("person").defer("source").filter(message_id__in=names)
    mails = {mail.message_id: mail for mail in found}
    for (name, _event), event in known.items():
        if name in mails:
            _take(event, mails[name])
    return JsonResponse({"taken": sum(name in mails for name, _event in known)})


def _tells(event: object) -> bool:
    return isinstance(event, dict) and event.get("event") in EVENTS


def _name(event: dict[str, Any]) -> str:
    name = str(event.get("message_id", "")).replace("\0", "").strip().strip("<>")
    return f"<{name}>"


def _take(event: dict[str, Any], mail: Mail) -> None:
    what = event["event"]
    if what == "complaint":
        called_spam(person=mail.person, mail=mail, now=now())
        return
    code = CODE.match(str(event.get("status", "")))
    status = code[0] if code else ""
    text = str(event.get("text", ""))[:LONGEST]
    kind = kind_of(failed=what == "failed", code=status, text=text)
    came_back(mail=mail, kind=kind, code=status, now=now())
