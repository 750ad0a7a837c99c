"""The addresses that a hosted mail service posts messages and bounces to."""

from __future__ import annotations

import json
from typing import Any, Final

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.crypto import constant_time_compare
from django.utils.timezone import now
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from games.inbound.headers import recipient_of
from games.inbound.invitations import mark_undeliverable
from games.inbound.models import InboundOutcome
from games.inbound.receiving import MAX_BYTES, is_waiting, receive
from games.inbound.server_reports import CODE
from games.lobby.invitations.models import EmailInvitation
from games.notifications.mail.bounces import (
    bounce_kind,
    record_account_bounce,
    record_bounce,
    record_complaint,
)
from games.notifications.mail.opt_outs import opt_out
from games.notifications.models import AccountMail, BounceKind, Mail
from games.web.mail.request_limits import is_larger, refused_as_too_often

MAX_REQUEST_BYTES: Final = 10 * MAX_BYTES
"""Bytes of a request: a form may write three for one."""


# The secret in the address is the authority; no browser posts here.
@csrf_exempt
@require_POST
def inbound_mail(request: HttpRequest, secret: str) -> HttpResponse:
    """Take in the message of the body, or of the form field ``message``.

    The recipient is the form field ``recipient``, or what the message's headers say. Everything
    that was understood to be a message gets 200, so that nobody posts it again; 503 asks for it.
    """
    if not settings.INBOUND_SECRET or not constant_time_compare(secret, settings.INBOUND_SECRET):
        raise Http404
    if is_larger(request, MAX_REQUEST_BYTES):
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
        return upload.read(MAX_BYTES + 1), recipient
    return request.POST.get("message", "").encode(), recipient


MAX_BOUNCE_BYTES = 256 * 1024
MAX_EVENTS = 1000
LONGEST_TEXT = 1000
"""Characters that are read of what another server answered."""
EVENTS = ("failed", "delayed", "complaint")


# The secret in the address is the authority; no browser posts here.
@csrf_exempt
@require_POST
def inbound_bounces(request: HttpRequest, secret: str) -> HttpResponse:
    """Take ``{"event": "failed", "message_id": "<…>", "status": "5.1.1"}``, or a list of such.

    ``text`` may be what the other server answered. Events are failed, delayed and complaint;
    others, and mails that are not ours, are passed over.
    """
    if not settings.INBOUND_SECRET or not constant_time_compare(secret, settings.INBOUND_SECRET):
        raise Http404
    if is_larger(request, MAX_BOUNCE_BYTES):
        return JsonResponse({"error": "too large"}, status=413)
    if refused := refused_as_too_often(request, "bounces"):
        return refused
    try:
        posted = json.loads(request.body)
    except RequestDataTooBig:
        return JsonResponse({"error": "too large"}, status=413)
    except (ValueError, RecursionError):
        return JsonResponse({"error": "not JSON"}, status=400)
    events = posted if isinstance(posted, list) else [posted]
    # The same event twice in one request counts once.
    known = {
        (_name(event), event["event"]): event
        for event in events[:MAX_EVENTS]
        if _is_known_event(event)
    }
    names = {name for name, _event in known}
    found = Mail.objects.select_related("person").defer("source").filter(message_id__in=names)
    mails = {mail.message_id: mail for mail in found}
    rows = EmailInvitation.objects.filter(mail__message_id__in=names).select_related("mail")
    invitations = {row.mail.message_id: row for row in rows if row.mail}
    about_accounts = AccountMail.objects.defer("source").filter(message_id__in=names)
    others = {mail.message_id: mail for mail in about_accounts}
    for (name, _event), event in known.items():
        if name in mails:
            _take(event, mails[name])
        elif name in invitations:
            _take_about_invitation(event, invitations[name])
        elif name in others and event["event"] != "complaint":
            kind, status = _kind_of(event)
            record_account_bounce(mail=others[name], kind=kind, code=status, now=now())
    ours = mails.keys() | invitations.keys() | others.keys()
    return JsonResponse({"taken": sum(name in ours for name, _event in known)})


def _is_known_event(event: object) -> bool:
    return isinstance(event, dict) and event.get("event") in EVENTS


def _name(event: dict[str, Any]) -> str:
    name = str(event.get("message_id", "")).replace("\0", "").strip().strip("<>")
    return f"<{name}>"


def _take(event: dict[str, Any], mail: Mail) -> None:
    what = event["event"]
    if what == "complaint":
        record_complaint(mail=mail, now=now())
        return
    kind, status = _kind_of(event)
    record_bounce(mail=mail, kind=kind, code=status, now=now())


def _take_about_invitation(event: dict[str, Any], invitation: EmailInvitation) -> None:
    if event["event"] == "complaint":
        opt_out(digest=invitation.digest, now=now())
    else:
        mark_undeliverable(invitation=invitation, kind=_kind_of(event)[0])


def _kind_of(event: dict[str, Any]) -> tuple[BounceKind, str]:
    """The kind of bounce that an event reports, and its enhanced status or ""."""
    code = CODE.match(str(event.get("status", "")))
    status = code[0] if code else ""
    text = str(event.get("text", ""))[:LONGEST_TEXT]
    return bounce_kind(failed=event["event"] == "failed", code=status, text=text), status
