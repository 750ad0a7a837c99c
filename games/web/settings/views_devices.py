"""The browsers in which the reader is signed in; sign out in one of them, or in all others."""

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

from games.accounts.devices import client_address, describe_browser, parse_user_agent
from games.people.models import Person
from games.people.sign_ins import (
    coarse_network,
    end_other_sign_ins,
    end_sign_in,
    sign_ins_of,
)
from games.web.parts.buttons import button


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
        network = coarse_network(client_address(request))
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
