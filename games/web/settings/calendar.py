"""The page of one's calendar: its secret address, to be renewed or taken away."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.feeds.addresses import address_of
from games.feeds.models import Feed
from games.feeds.switching import renew, switch_off
from games.people.models import Person


@require_safe
@login_required
@never_cache
def calendar(request: HttpRequest) -> HttpResponse:
    feed = Feed.objects.filter(person=request.user.pk).first()
    address = address_of(feed) if feed else ""
    webcal = address.replace("https://", "webcal://").replace("http://", "webcal://")
    return render(request, "web/settings/calendar.html", {"address": address, "webcal": webcal})


@require_POST
@login_required
def renew_calendar(request: HttpRequest) -> HttpResponse:
    renew(person=cast(Person, request.user), now=now())
    messages.success(request, _("Here is the address. Older ones show nothing any more."))
    return redirect("calendar")


@require_POST
@login_required
def remove_calendar(request: HttpRequest) -> HttpResponse:
    switch_off(person=cast(Person, request.user))
    messages.success(request, _("The calendar is gone; its address shows nothing any more."))
    return redirect("calendar")
