"""The page behind the links that stop mails: GET shows it, POST acts.

Mail programs POST by themselves (RFC 8058): without cookies, and without following redirects.
"""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from games.notices.unsubscribing import BadToken, read_token, stop, undo
from games.web.mail.bounds import come_later, is_larger, is_too_often

LARGEST: Final = 4096
"""Bytes of a form with one field."""


# The token is the whole authority, and nothing depends on who is logged in: there is no request
# that another site could forge.
@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest, purpose: str, token: str) -> HttpResponse:
    if is_larger(request, LARGEST):
        return HttpResponse(status=413)
    if is_too_often(request, "unsubscribe"):
        return come_later()
    key = ""
    try:
        subscription = read_token(purpose, token)
        if request.method == "POST":
            if "again" in request.POST:
                undo(subscription=subscription, key=request.POST["again"])
            else:
                key = stop(subscription=subscription)
    except BadToken:
        return render(request, "web/settings/unsubscribe.html", {"broken": True}, status=404)
    return render(
        request,
        "web/settings/unsubscribe.html",
        {"subscription": subscription, "done": request.method == "POST", "key": key},
    )
