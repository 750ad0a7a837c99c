"""The page that asks an anonymous user to sign in to a game, or a private league."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse


def sign_in_page(
    request: HttpRequest,
    code: str,
    context: Mapping[str, Any] | None = None,
    *,
    address: str = "",
    status: int = 200,
) -> HttpResponse:
    """Sign in, then go to ``address``, or else to the page of the game; "" is for leagues.

    It looks for no game: whether there is one of this code, only those who may see it learn.
    """
    target = address or (reverse("game", args=[code]) if code else reverse("leagues"))
    page = {"code": code, "next": target, **(context or {})}
    response = render(request, "web/parts/sign_in.html", page, status=status)
    response.headers["Cache-Control"] = "no-store"
    return response
