"""The mailbox of a development site: every mail it would have sent."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_safe

from games.mailbox.models import CaughtMail
from games.mailbox.reading import headline_of, html_of, parsed, picture_of, text_of
from games.mailbox.replying import reply_address
from games.web.mail.development import development_only
from ttr_site.security import HEADER

PER_PAGE = 30
# A mail is a stranger's page: it may show its own styles and our pictures and do nothing else.
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
    return render(request, "mailbox/list.html", {"page": page, "mails": mails})


@development_only
@require_safe
def mail(request: HttpRequest, pk: int) -> HttpResponse:
    caught = get_object_or_404(CaughtMail, pk=pk)
    message = parsed(caught)
    return render(
        request,
        "mailbox/mail.html",
        {
            "mail": caught,
            "headers": [(name, str(value)) for name, value in message.items()],
            "text": text_of(message),
            "has_html": message.get_body(("html",)) is not None,
            "reply_to": reply_address(message),
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
