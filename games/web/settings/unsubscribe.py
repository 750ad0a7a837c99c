"""The page behind the links that stop mails: GET shows it, POST acts.

Mail programs POST by themselves (RFC 8058): without cookies, and without following redirects.
"""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from games.notices.unsubscribing import BadToken, read_token, set_mails


# The token is the whole authority, and nothing depends on who is logged in: there is no request
# that another site could forge.
@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest, purpose: str, token: str) -> HttpResponse:
    try:
        subscription = read_token(purpose, token)
    except BadToken:
        return render(request, "web/settings/unsubscribe.html", {"broken": True}, status=404)
    done = request.method == "POST"
    if done:
        set_mails(subscription=subscription, wanted="again" in request.POST)
    return render(
        request, "web/settings/unsubscribe.html", {"subscription": subscription, "done": done}
    )
