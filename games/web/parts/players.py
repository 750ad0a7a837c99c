"""Players: a person who has signed in, or the guest of a session."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, cast

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.utils.timezone import now

from games.people.models import Person
from games.practice.games import mark_guest_seen
from games.practice.guests import guest_of
from games.practice.models import Guest

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]


def player_of(request: HttpRequest) -> Person | Guest | None:
    """The person or the guest of a request, None for an anonymous user."""
    return request.user if isinstance(request.user, Person) else guest_of(request)


def player_required(view: View[P]) -> View[P]:
    """Let people and guests in, and send anonymous users to sign in."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        player = player_of(request)
        if player is None:
            return redirect_to_login(request.get_full_path())
        if isinstance(player, Guest) and request.method == "POST":
            mark_guest_seen(guest=player, now=now())
        return view(request, *args, **kwargs)

    return cast("View[P]", guarded)
