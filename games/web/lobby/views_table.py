"""A table that waits for players, and seats that need a substitute."""

from __future__ import annotations

from typing import Final, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games import lobby
from games.absence.models import open_seats as find_seats
from games.absence.substitution import check_substitute, return_to_seat
from games.common.errors import Refused
from games.leagues.season.open_seats import is_reserve_for
from games.lobby import take_open_seat
from games.notifications.quiet_hours import are_quiet_by_day
from games.people.models import Person
from games.tables.models import Game, GameStatus, Seat
from games.tables.selectors import games_visible_to
from games.web.lobby.forms import JoinForm
from games.web.lobby.presenters import lobby_tables, open_seat_line
from games.web.parts.buttons import button
from games.web.parts.pages import page_of
from games.web.parts.requests import game_or_404, parse_number

TEAM_NUMBERS: Final = ("1", "2", "3")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def join_game(request: HttpRequest, code: str) -> HttpResponse:
    """Join a game that is open to everyone."""
    game = game_or_404(request, code)
    team = request.GET.get("team", "")
    return _join(request, game, "", int(team) if team in TEAM_NUMBERS else None)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: HttpRequest, invitation: str) -> HttpResponse:
    """Join a game by its invitation link, also if others may not join it."""
    return _join(request, _game_of_invitation(request, invitation), invitation)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def invitation_to_team(request: HttpRequest, invitation: str, team: int) -> HttpResponse:
    """Join a game by the link of one of its teams, counted from 1."""
    return _join(request, _game_of_invitation(request, invitation), invitation, team)


def _game_of_invitation(request: HttpRequest, invitation: str) -> Game:
    visible = games_visible_to(request.user, invitation=invitation)
    return get_object_or_404(visible, invitation=invitation)


def _join(
    request: HttpRequest, game: Game, invitation: str, team: int | None = None
) -> HttpResponse:
    person = cast(Person, request.user)
    is_open = game.status == GameStatus.OPEN
    (table,) = lobby_tables([game], person)
    if table["seated"]:
        return redirect("lobby") if is_open else redirect("game", game.code)
    if game.status == GameStatus.RUNNING and invitation:
        seat = game.seats.filter(open_since__isnull=False).order_by("number").first()
        if seat is not None:
            url = reverse("take-seat", args=[game.code, seat.number])
            return redirect(f"{url}?invitation={game.invitation}")
    if game.hours_per_turn and are_quiet_by_day(person):
        table["absence"].append(
            _("Your quiet hours reach into the day. Mails wait then, but your clock runs.")
        )
    form = JoinForm(table, request.POST if request.method == "POST" else None, team=team)
    refusal, status = "", 200
    if not is_open:
        refusal = _("This game is no longer waiting for players. Find another in the lobby.")
        status = 409
    elif request.method == "POST":
        if form.is_valid():
            try:
                return _take_place(request, game, person, form, invitation, team)
            except Refused as error:
                refusal = str(error)
        status = 409 if refusal else 422
    return render(
        request,
        "web/lobby/join_game.html",
        {"table": table, "form": form, "refusal": refusal, "open": is_open},
        status=status,
    )


def _take_place(
    request: HttpRequest,
    game: Game,
    person: Person,
    form: JoinForm,
    invitation: str,
    team: int | None,
) -> HttpResponse:
    wanted = form.cleaned_data.get("team") or team
    lobby.join_game(
        game=game,
        person=person,
        contribution=form.cleaned_data["contribution"],
        invitation=invitation,
        present=True,
        team=wanted - 1 if wanted and game.teams_chosen else None,
        now=now(),
    )
    game.refresh_from_db(fields=["status"])
    if game.status == GameStatus.RUNNING:
        return redirect("game", game.code)
    messages.success(request, _("You have a seat. You will get an email when the game begins."))
    return redirect("lobby")


@button("lobby")
def choose_team(request: HttpRequest, person: Person, code: str) -> str:
    game = game_or_404(request, code)
    team = parse_number(request.POST.get("team", ""), 2) or 0
    lobby.choose_team(game=game, person=person, team=team - 1, now=now())
    return _("You have a place in team %(team)d.") % {"team": team}


@button("lobby")
def invite_bot(request: HttpRequest, person: Person, code: str) -> str:
    game = game_or_404(request, code)
    name = request.POST.get("name", "")
    lobby.invite_bot_account(game=game, organiser=person, name=name, now=now())
    return _("The bot account is invited.")


@button("lobby")
def invite_again(request: HttpRequest, person: Person, code: str) -> str:
    game = game_or_404(request, code)
    name = request.POST.get("name", "")
    lobby.invite_again(game=game, organiser=person, name=name, now=now())
    return _("%(name)s can join the table again.") % {"name": name}


@button("lobby")
def leave_game(request: HttpRequest, person: Person, code: str) -> str:
    game = game_or_404(request, code)
    lobby.leave_game(game=game, person=person, now=now())
    return _("You have left the table.")


@button("lobby")
def remove_player(request: HttpRequest, person: Person, code: str) -> str:
    game = game_or_404(request, code)
    seat = parse_number(request.POST.get("seat", ""), 2)
    lobby.remove_player(game=game, organiser=person, seat=-1 if seat is None else seat, now=now())
    return _(
        "The seat is free again. The old invitation link no longer works: send "
        "the new one to anybody you still want to invite."
    )


@button("lobby")
def rename_game(request: HttpRequest, person: Person, code: str) -> str:
    game = game_or_404(request, code)
    lobby.rename_game(game=game, person=person, name=request.POST.get("name", ""))
    return _("The name is saved.")


@button("lobby")
def cancel_game(request: HttpRequest, person: Person, code: str) -> str:
    game = game_or_404(request, code)
    lobby.cancel_game(game=game, person=person, now=now())
    return _("The table is cancelled.")


@login_required
@require_POST
def play_again(request: HttpRequest, code: str) -> HttpResponse:
    """Open the rematch of a finished game, or join it."""
    game, person = game_or_404(request, code), cast(Person, request.user)
    try:
        rematch = lobby.play_again(game=game, person=person, now=now())
    except Refused as refusal:
        messages.error(request, str(refusal))
        return redirect("game", code)
    if rematch.status == GameStatus.RUNNING:
        return redirect("game", rematch.code)
    messages.success(
        request, _("You have a seat in the rematch. It begins when the others have joined, too.")
    )
    return redirect("lobby")


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
