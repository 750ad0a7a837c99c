"""Views that make a change by POST, and say on the next page what was done or why not."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from games.people.models import Person
from games.web.parts.refusals import show_refusals

Change = Callable[..., str]
View = Callable[..., HttpResponse]


def button(
    to: str,
    *names: str,
    place: str = "",
    list_page: str = "",
    keep: Mapping[str, str] | None = None,
) -> Callable[[Change], View]:
    """Make a view of a function that changes something for a person and returns the message.

    The function takes the request, the person who is signed in, and the parts of the address.

    :param to: the next page. Its address has the parts ``names`` of this one.
    :param place: the id of the place on that page.
    :param list_page: the next page where the form is on a list, which sends a field ``list``.
    :param keep: as of `show_refusals`.
    """

    def decorate(change: Change) -> View:
        @require_POST
        @login_required
        @wraps(change)
        def view(request: HttpRequest, **address: object) -> HttpResponse:
            with show_refusals(request, keep=keep):
                messages.success(request, change(request, cast(Person, request.user), **address))
            if list_page and "list" in request.POST:
                return redirect(list_page)
            page = reverse(to, args=[address[name] for name in names])
            return redirect(f"{page}#{place}" if place else page)

        return view

    return decorate
