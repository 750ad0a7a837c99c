"""Seats that need a substitute: list, take one, return to one's own."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from games.absence.models import open_seats as find_seats
from games.absence.substitution import check_substitute, return_to_seat
from games.common.errors import Refused
from games.leagues.season.open_seats import is_reserve_for
from games.lobby import take_open_seat
from games.people.models import Person
from games.tables.models import GameStatus, Seat
from games.web.lobby.presenters import open_seat_line
from games.web.parts.buttons import button
from games.web.parts.pages import page_of
from games.web.parts.requests import game_or_404

SEATS_PER_PAGE = 20
"""Seats that look for a substitute, on a page."""


@require_safe
def open_seats(request: HttpRequest) -> HttpResponse:
    person = request.user if isinstance(request.user, Person) else None
    page = page_of(request, find_seats(person), SEATS_PER_PAGE)
    lines = [open_seat_line(seat) for seat in page.object_list]
    return render(request, "web/lobby/open_seats.html", {"seats": lines, "page": page})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def take_seat(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Show an open seat, and give it to the person who posts."""
    person = cast(Person, request.user)
    invitation = request.POST.get("invitation", request.GET.get("invitation", ""))[:32]
    game = game_or_404(request, code, invitation)
    seats = Seat.objects.select_related("game", "person")
    seat = get_object_or_404(seats, game=game, number=number)
    is_open = seat.open_since is not None and game.status == GameStatus.RUNNING
    refusal, status = "", 200
    if request.method == "POST":
        try:
            take_open_seat(game=game, seat=number, person=person, invitation=invitation, now=now())
        except Refused as error:
            refusal, status = str(error), 409
        else:
            messages.success(
                request, _("The seat is yours. Look around before you make your move.")
            )
            return redirect("game", code)
    elif is_open:
        try:
            check_substitute(game=game, seats=game.seats.all(), row=seat, person=person)
        except Refused as error:
            refusal, status = str(error), 409
    else:
        refusal = _(
            "This seat is no longer open: its player is back, or somebody else was faster. "
            "Find another in the list."
        )
        status = 409
    page = {
        "seat": open_seat_line(seat),
        "open": is_open and not refusal,
        "counts": is_reserve_for(game, person),
        "refusal": refusal,
        "invitation": invitation,
    }
    return render(request, "web/lobby/take_seat.html", page, status=status)


@button("game", "code")
def come_back(request: HttpRequest, person: Person, code: str) -> str:
    """Keep one's own seat."""
    return_to_seat(game=game_or_404(request, code), person=person, now=now())
    return _("Welcome back: you keep your seat.")
