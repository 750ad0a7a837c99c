"""The page of one's webhook: set it up, try it, see what it was told and what it answered."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.errors import Refused
from games.people.models import Person
from games.web.webhook_form import WebhookForm
from games.webhooks import calling, setting_up
from games.webhooks.models import Webhook

SHOWN = 50
"""How many calls the page lists."""


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def webhook(request: HttpRequest) -> HttpResponse:
    person = cast(Person, request.user)
    found = Webhook.objects.filter(person=person).first()
    form = WebhookForm(request.POST or None, webhook=found)
    if request.method == "POST" and form.is_valid():
        setting_up.set_up(person=person, now=now(), **form.cleaned_data)
        messages.success(request, _("Your webhook is stored and on. Try it now."))
        return redirect("webhook")
    calls = found.calls.select_related("game").defer("game__secret")[:SHOWN] if found else []
    return render(request, "web/webhook.html", {"form": form, "webhook": found, "calls": calls})


@require_POST
@login_required
def try_webhook(request: HttpRequest) -> HttpResponse:
    found = Webhook.objects.select_related("person").filter(person=request.user.pk).first()
    if found is None:
        raise Http404
    try:
        calling.try_out(webhook=found, now=now())
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, _("A test is on its way. Load this page again in a moment."))
    return redirect("webhook")


@require_POST
@login_required
def remove_webhook(request: HttpRequest) -> HttpResponse:
    setting_up.take_away(person=cast(Person, request.user))
    messages.success(request, _("Your webhook is gone, and its calls with it."))
    return redirect("webhook")
