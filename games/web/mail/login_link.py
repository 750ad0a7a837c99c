"""The page behind a log-in link of a development site: GET shows a button, POST logs in."""

from __future__ import annotations

from django.contrib import auth
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import now
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.people.services import find_login_link, use_login_link
from games.web.mail.development import development_only


@development_only
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def login_link(request: HttpRequest, token: str) -> HttpResponse:
    if request.method != "POST":
        link = find_login_link(token=token, now=now())
        return render(request, "login_link.html", {"link": link}, status=200 if link else 410)
    person = use_login_link(token=token, now=now())
    if person is None:
        return render(request, "login_link.html", {"link": None}, status=410)
    auth.login(request, person)
    return redirect("home")
