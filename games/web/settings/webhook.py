"""The pages of one's webhooks: set them up, try them, see what they were told and answered."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.errors import Refused
from games.people.models import Person
from games.web.settings.webhook_form import WebhookForm
from games.webhooks import calling, setting_up
from games.webhooks.models import Webhook

SHOWN = 50
"""How many calls the page lists."""


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def webhooks(request: HttpRequest) -> HttpResponse:
    """Lists the webhooks of the reader, and adds one."""
    mine = list(Webhook.objects.filter(person=request.user.pk))
    form = WebhookForm(request.POST or None, webhook=None)
    added = _stored(request, form, None)
    if added is not None:
        return redirect("webhook", added.pk)
    page = {"form": form, "webhooks": mine, "full": len(mine) >= setting_up.MOST}
    return render(request, "web/settings/webhooks.html", page)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def webhook(request: HttpRequest, pk: int) -> HttpResponse:
    """Shows one webhook, and changes it."""
    found = _mine(request, pk)
    form = WebhookForm(request.POST or None, webhook=found)
    if _stored(request, form, pk) is not None:
        return redirect("webhook", pk)
    calls = found.calls.select_related("game").defer("game__secret")[:SHOWN]
    return render(
        request, "web/settings/webhook.html", {"form": form, "webhook": found, "calls": calls}
    )


@require_POST
@login_required
def try_webhook(request: HttpRequest, pk: int) -> HttpResponse:
    try:
        calling.try_out(webhook=_mine(request, pk), now=now())
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, _("A test is on its way. Load this page again in a moment."))
    return redirect("webhook", pk)


@require_POST
@login_required
def remove_webhook(request: HttpRequest, pk: int) -> HttpResponse:
    setting_up.take_away(person=cast(Person, request.user), webhook=_mine(request, pk).pk)
    messages.success(request, _("Your webhook is gone, and its calls with it."))
    return redirect("webhooks")


def _mine(request: HttpRequest, pk: int) -> Webhook:
    rows = Webhook.objects.select_related("person")
    return get_object_or_404(rows, person=request.user.pk, pk=pk)


def _stored(request: HttpRequest, form: WebhookForm, pk: int | None) -> Webhook | None:
    """Stores what was posted; None where nothing was, or not rightly: then the form says why."""
    if request.method != "POST" or not form.is_valid():
        return None
    person = cast(Person, request.user)
    try:
        stored = setting_up.set_up(person=person, webhook=pk, now=now(), **form.wanted)
    except Refused as refusal:
        form.add_error(None, str(refusal))
        return None
    messages.success(request, _("Your webhook is stored and on. Try it now."))
    return stored
