"""Pages of a development site: the mailbox and log-in links; 404 in production."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

from django.conf import settings
from django.contrib import auth, messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.inbound.models import InboundOutcome
from games.inbound.receiving import receive
from games.notifications.mailbox.messages import (
    build_reply,
    headline_of,
    html_of,
    parsed,
    picture_of,
    reply_to_address,
    text_of,
)
from games.notifications.mailbox.models import CaughtMail
from games.people.profile import find_login_link, use_login_link
from ttr_site.security import HEADER

View = TypeVar("View", bound=Callable[..., HttpResponse])


def development_only(view: View) -> View:
    """Answer 404 in production, whatever the page is asked."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if settings.PRODUCTION:
            raise Http404
        return view(request, *args, **kwargs)

    return cast(View, guarded)


@development_only
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def login_link(request: HttpRequest, token: str) -> HttpResponse:
    if request.method != "POST":
        link = find_login_link(token=token, now=now())
        return render(
            request, "web/development/login_link.html", {"link": link}, status=200 if link else 410
        )
    person = use_login_link(token=token, now=now())
    if person is None:
        return render(request, "web/development/login_link.html", {"link": None}, status=410)
    auth.login(request, person)
    return redirect("home")


PER_PAGE = 30
# A mail is a page by others: it may show its own styles and our pictures and do nothing else.
MAIL_POLICY = (
    "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none';"
    " style-src 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'self'"
)
# Links of a mail open beside the mailbox, as they do beside a mail program.
BASE = '<base target="_blank">'


@development_only
@require_safe
def mailbox(request: HttpRequest) -> HttpResponse:
    page = Paginator(CaughtMail.objects.select_related("mail"), PER_PAGE).get_page(
        request.GET.get("page")
    )
    mails = [(mail, headline_of(parsed(mail))) for mail in page]
    return render(request, "web/development/mailbox.html", {"page": page, "mails": mails})


@development_only
@require_safe
def mail(request: HttpRequest, pk: int) -> HttpResponse:
    caught = get_object_or_404(CaughtMail, pk=pk)
    message = parsed(caught)
    return render(
        request,
        "web/development/mail.html",
        {
            "mail": caught,
            "headers": [(name, str(value)) for name, value in message.items()],
            "text": text_of(message),
            "has_html": message.get_body(("html",)) is not None,
            "reply_to": reply_to_address(message),
            "raw": caught.source.decode("utf-8", "replace"),
        },
    )


@development_only
@require_safe
@xframe_options_sameorigin
def mail_html(request: HttpRequest, pk: int) -> HttpResponse:
    message = parsed(get_object_or_404(CaughtMail, pk=pk))
    pictures = reverse("mailbox-mail", args=[pk]) + "picture/"
    return HttpResponse(BASE + html_of(message, pictures), headers={HEADER: MAIL_POLICY})


@development_only
@require_safe
def mail_picture(request: HttpRequest, pk: int, content_id: str) -> HttpResponse:
    picture = picture_of(parsed(get_object_or_404(CaughtMail, pk=pk)), content_id)
    if picture is None:
        raise Http404
    content_type, content = picture
    return HttpResponse(content, content_type=content_type, headers={HEADER: MAIL_POLICY})


@development_only
@require_POST
def reply_to_mail(request: HttpRequest, pk: int) -> HttpResponse:
    mail = parsed(get_object_or_404(CaughtMail, pk=pk))
    address = reply_to_address(mail)
    if not address:
        return redirect("mailbox-mail", pk)
    text = request.POST.get("text", "")[:2000]
    outcome = receive(
        raw=build_reply(mail=mail, text=text, now=now()), recipient=address, now=now()
    )
    label = _what_was_done(InboundOutcome(outcome.outcome))
    if outcome.answered:
        text = _("Reply received: %(outcome)s. The answer will follow in a moment.")
    else:
        text = _("Reply received: %(outcome)s.")
    messages.info(request, text % {"outcome": label})
    return redirect("mailbox")


def _what_was_done(outcome: InboundOutcome) -> str:
    """The outcome of a reply, to its writer."""
    done = {
        InboundOutcome.PLAYED: _("your move was made"),
        InboundOutcome.PARTLY: _("part of your move was made"),
        InboundOutcome.JOINED: _("you joined"),
        InboundOutcome.DECLINED: _("you declined"),
        InboundOutcome.SAID: _("your message was posted"),
        InboundOutcome.UNSAID: _("your message was not posted"),
        InboundOutcome.ANSWERED: _("your question was answered"),
    }
    return done.get(outcome, str(outcome.label))
