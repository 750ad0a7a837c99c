"""Answers a mail of the mailbox, as its reader would with a mail program."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.inbound.models import InboundOutcome
from games.inbound.receiving import receive
from games.mailbox.models import CaughtMail
from games.mailbox.reading import parsed
from games.mailbox.replying import build_reply, reply_address
from games.web.mail.development import development_only


@development_only
@require_POST
def reply_to_mail(request: HttpRequest, pk: int) -> HttpResponse:
    mail = parsed(get_object_or_404(CaughtMail, pk=pk))
    address = reply_address(mail)
    if not address:
        return redirect("mailbox-mail", pk)
    text = request.POST.get("text", "")[:2000]
    outcome = receive(
        raw=build_reply(mail=mail, text=text, now=now()), recipient=address, now=now()
    )
    label = InboundOutcome(outcome.outcome).label
    if outcome.answered:
        text = _("Your reply has arrived: %(outcome)s. The answer comes in a moment.")
    else:
        text = _("Your reply has arrived: %(outcome)s.")
    messages.info(request, text % {"outcome": label})
    return redirect("mailbox")
