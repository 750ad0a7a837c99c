"""Settings of notifications: preferences, webhooks, the calendar feed."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.notifications.feeds.deadlines import (
    deadline_calendar,
    feed_url,
    person_of_feed,
    renew_feed,
    switch_off_feed,
)
from games.notifications.feeds.models import Feed
from games.notifications.preferences import change_notification_preferences, preferences_of
from games.notifications.pump import send_test
from games.notifications.webhooks import registration
from games.notifications.webhooks.body import portable_secret
from games.notifications.webhooks.channel import WebhookChannel
from games.notifications.webhooks.models import Webhook
from games.people.models import Person
from games.web.parts.buttons import button
from games.web.parts.refusals import show_refusals
from games.web.settings.forms import NotificationPreferencesForm, WebhookForm, mutable_games


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def notices(request: HttpRequest) -> HttpResponse:
    person = cast(Person, request.user)
    games = mutable_games(person)
    form = NotificationPreferencesForm(
        request.POST or None, preferences=preferences_of(person), games=games
    )
    if request.method == "POST" and form.is_valid():
        change_notification_preferences(person=person, **form.preferences)
        messages.success(request, _("Your preferences are saved."))
        return redirect("notices")
    context = {
        "form": form,
        "webhooks": Webhook.objects.filter(person=person).count(),
        "zone": person.timezone,
    }
    return render(request, "web/settings/notifications.html", context)


CALLS_SHOWN = 50
"""The number of calls that the page lists."""


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def webhooks(request: HttpRequest) -> HttpResponse:
    """List the webhooks of the reader, and add one."""
    mine = list(Webhook.objects.filter(person=request.user.pk))
    form = WebhookForm(request.POST or None, webhook=None)
    added = _store_webhook(request, form, None)
    if added is not None:
        return redirect("webhook", added.pk)
    page = {"form": form, "webhooks": mine, "full": len(mine) >= registration.MAX_WEBHOOKS}
    return render(request, "web/settings/webhooks.html", page)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def webhook(request: HttpRequest, pk: int) -> HttpResponse:
    """Show one webhook, and change it."""
    found = _mine(request, pk)
    form = WebhookForm(request.POST or None, webhook=found)
    if _store_webhook(request, form, pk) is not None:
        return redirect("webhook", pk)
    calls = found.calls.select_related("game").defer("game__secret")[:CALLS_SHOWN]
    page = {
        "form": form,
        "webhook": found,
        "calls": calls,
        "portable_secret": portable_secret(found.secret),
    }
    return render(request, "web/settings/webhook.html", page)


@button("webhook", "pk")
def try_webhook(request: HttpRequest, person: Person, pk: int) -> str:
    webhook = _mine(request, pk)
    send_test(channel=WebhookChannel(), endpoint=webhook, person=person, now=now())
    return _("A test is on its way. Reload this page in a moment.")


@button("webhooks")
def remove_webhook(request: HttpRequest, person: Person, pk: int) -> str:
    registration.delete_webhook(person=person, webhook=_mine(request, pk).pk)
    return _("Your webhook and its calls have been removed.")


def _mine(request: HttpRequest, pk: int) -> Webhook:
    rows = Webhook.objects.select_related("person")
    return get_object_or_404(rows, person=request.user.pk, pk=pk)


def _store_webhook(request: HttpRequest, form: WebhookForm, pk: int | None) -> Webhook | None:
    """Store the webhook that was posted; None without one, or where the form shows errors."""
    if request.method != "POST" or not form.is_valid():
        return None
    person = cast(Person, request.user)
    with show_refusals(request, form):
        stored = registration.save_webhook(person=person, webhook=pk, now=now(), **form.wanted)
        messages.success(request, _("Your webhook is saved and switched on. Test it now."))
        return stored
    return None


@require_safe
@login_required
@never_cache
def calendar(request: HttpRequest) -> HttpResponse:
    feed = Feed.objects.filter(person=request.user.pk).first()
    address = feed_url(feed) if feed else ""
    webcal = address.replace("https://", "webcal://").replace("http://", "webcal://")
    return render(request, "web/settings/calendar.html", {"address": address, "webcal": webcal})


@button("calendar")
def renew_calendar(request: HttpRequest, person: Person) -> str:
    renew_feed(person=person, now=now())
    return _("Here is the address. Any earlier address no longer works.")


@button("calendar")
def remove_calendar(request: HttpRequest, person: Person) -> str:
    switch_off_feed(person=person)
    return _("The calendar has been removed; its address no longer works.")


@require_safe
def calendar_feed(request: HttpRequest, token: str) -> HttpResponse:
    person = person_of_feed(token)
    if person is None:
        raise Http404
    content = deadline_calendar(person=person, now=now())
    response = HttpResponse(content, content_type="text/calendar; charset=utf-8")
    response["Content-Disposition"] = 'inline; filename="night-mail.ics"'
    response["Cache-Control"] = "private, no-store"
    return response
