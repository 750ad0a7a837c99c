"""This device: the app in this browser, and push messages to it. Both are off at first."""

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

from games.accounts.devices import note_this_sign_in
from games.accounts.middleware import APP_COOKIE, forget_app, remember_app
from games.common.errors import Refused
from games.notifications.pump import send_test
from games.notifications.push.channel import PushChannel
from games.notifications.push.models import PushSubscription
from games.notifications.push.subscriptions import (
    application_key,
    is_push_available,
    subscribe,
    unsubscribe,
)
from games.people.models import Person
from games.people.sign_ins import SignIn
from games.web.parts.buttons import button
from games.web.parts.refusals import show_refusals

LONGEST_FIELD = 500


@require_safe
@login_required
@never_cache
def this_device(request: HttpRequest) -> HttpResponse:
    page = {
        "app_on": APP_COOKIE in request.COOKIES,
        "push_on": _subscription(request) is not None,
        "push_available": is_push_available(),
        "application_key": application_key(),
    }
    return render(request, "web/settings/this_device.html", page)


@require_POST
@login_required
def switch_app(request: HttpRequest) -> HttpResponse:
    """Switch the app on, once the browser has its service worker, or off with all that it kept."""
    response = redirect("this-device")
    if request.POST.get("on") == "1":
        remember_app(response)
        messages.success(request, _("The app is switched on in this browser. You can install it."))
        return response
    _unsubscribe(request)
    forget_app(response)
    messages.success(request, _("The app is switched off in this browser."))
    return response


@require_POST
@login_required
def switch_push(request: HttpRequest) -> HttpResponse:
    response = redirect("this-device")
    if request.POST.get("on") != "1":
        _unsubscribe(request)
        messages.success(request, _("This browser gets no push messages any longer."))
        return response
    moment = now()
    fields = [request.POST.get(name, "") for name in ("endpoint", "key", "secret")]
    with show_refusals(request):
        if any(len(field) > LONGEST_FIELD for field in fields):
            raise Refused(_("Your browser has given an address that we cannot use."))
        row = note_this_sign_in(request, cast(Person, request.user), moment)
        endpoint, key, secret = fields
        subscribe(sign_in=row, endpoint=endpoint, key=key, secret=secret, now=moment)
        remember_app(response)
        messages.success(request, _("This browser gets push messages from now on. Test it."))
    return response


@button("this-device")
def try_push(request: HttpRequest, person: Person) -> str:
    subscription = _subscription(request)
    if subscription is None:
        raise Refused(_("Push messages are switched off in this browser."))
    send_test(channel=PushChannel(), endpoint=subscription, person=person, now=now())
    return _("A test is on its way.")


def _sign_in(request: HttpRequest) -> SignIn | None:
    key = request.session.session_key or ""
    return SignIn.objects.filter(person=request.user.pk, session_key=key).first()


def _subscription(request: HttpRequest) -> PushSubscription | None:
    rows = PushSubscription.objects.select_related("sign_in__person")
    return rows.filter(sign_in=_sign_in(request)).first()


def _unsubscribe(request: HttpRequest) -> None:
    row = _sign_in(request)
    if row is not None:
        unsubscribe(sign_in=row)
