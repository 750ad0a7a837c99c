"""The browsers in which the reader is signed in; the app and push messages in this one.

Both are off at first.
"""

from __future__ import annotations

from typing import Any, cast

from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.accounts.devices import (
    client_address,
    describe_browser,
    note_this_sign_in,
    parse_user_agent,
)
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
from games.people.sign_ins import SignIn, end_other_sign_ins, end_sign_in, sign_ins_of
from games.people.traces import public_network
from games.web.parts.buttons import button
from games.web.parts.refusals import show_refusals


@require_safe
@login_required
@never_cache
def devices(request: HttpRequest) -> HttpResponse:
    return render(request, "web/settings/devices.html", {"devices": _device_lines(request)})


def _device_lines(request: HttpRequest) -> list[dict[str, Any]]:
    """The browsers in which the reader is signed in, the one that asks first.

    Nothing is stored of this one as long as nothing was posted in it.
    """
    moment, key = now(), request.session.session_key
    rows = sign_ins_of(cast(Person, request.user), moment)
    lines = [
        {
            "row": row,
            "name": describe_browser(row.browser, row.system),
            "network": row.network,
            "here": row.session_key == key,
        }
        for row in rows
    ]
    if not any(line["here"] for line in lines):
        name = describe_browser(*parse_user_agent(request.headers.get("User-Agent", "")))
        network = public_network(client_address(request))
        lines.insert(0, {"row": None, "name": name, "network": network, "here": True})
    return sorted(lines, key=lambda line: not line["here"])


@require_POST
@login_required
def sign_out_device(request: HttpRequest, pk: int) -> HttpResponse:
    if end_sign_in(person=cast(Person, request.user), sign_in=pk):
        messages.success(request, _("That device is signed out."))
    else:
        messages.info(request, _("That device was already signed out."))
    return redirect("devices")


@button("devices")
def sign_out_others(request: HttpRequest, person: Person) -> str:
    end_other_sign_ins(person=person, session_key=request.session.session_key or "")
    update_session_auth_hash(request, person)
    return _("All other devices are signed out.")


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
