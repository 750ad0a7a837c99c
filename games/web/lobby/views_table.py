"""A table that waits for players: join, choose a team, leave, remove a player, cancel."""

from __future__ import annotations

from typing import Final, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from games import lobby
from games.common.errors import Refused
from games.people.models import Person
from games.tables.models import Game, GameStatus
from games.tables.selectors import game_for, games_visible_to
from games.web.lobby.forms import JoinForm
from games.web.lobby.presenters import lobby_tables
from games.web.parts.refusals import show_refusals
from games.web.parts.requests import game_or_404, parse_number

TEAM_NUMBERS: Final = ("1", "2", "3")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def join_game(request: HttpRequest, code: str) -> HttpResponse:
    """Join a game that is open to everyone."""
    game = game_for(code, cast(Person, request.user))
    team = request.GET.get("team", "")
    return _join(request, game, "", int(team) if team in TEAM_NUMBERS else None)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: HttpRequest, invitation: str) -> HttpResponse:
    """Join a game by its invitation link, whoever may join it otherwise."""
    return _join(request, _game_of_invitation(request, invitation), invitation)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def invitation_to_team(request: HttpRequest, invitation: str, team: int) -> HttpResponse:
    """Join a game by the link of one of its teams, counted from 1."""
    return _join(request, _game_of_invitation(request, invitation), invitation, team)


def _game_of_invitation(request: HttpRequest, invitation: str) -> Game | None:
    visible = games_visible_to(cast(Person, request.user), invitation=invitation)
    return visible.filter(invitation=invitation).first()


def _join(
    request: HttpRequest, game: Game | None, invitation: str, team: int | None = None
) -> HttpResponse:
    if game is None:
        raise Http404
    person = cast(Person, request.user)
    is_open = game.status == GameStatus.OPEN
    (table,) = lobby_tables([game], person)
    if table.seated:
        return redirect("lobby") if is_open else redirect("game", game.code)
    if game.status == GameStatus.RUNNING and invitation:
        seat = game.seats.filter(open_since__isnull=False).order_by("number").first()
        if seat is not None:
            url = reverse("take-seat", args=[game.code, seat.number])
            return redirect(f"{url}?invitation={game.invitation}")
    form = JoinForm(table, request.POST if request.method == "POST" else None, team=team)
    refusal, status = "", 200
    if not is_open:
        refusal = _("This game no longer waits for players. Choose another one in the lobby.")
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
    messages.success(request, _("You have a seat. A mail tells you when the game begins."))
    return redirect("lobby")


@login_required
@require_POST
def choose_team(request: HttpRequest, code: str) -> HttpResponse:
    game, person = game_or_404(request, code), cast(Person, request.user)
    team = parse_number(request.POST.get("team", ""), 2) or 0
    with show_refusals(request):
        lobby.choose_team(game=game, person=person, team=team - 1, now=now())
        messages.success(request, _("You have a place in team %(team)d.") % {"team": team})
    return redirect("lobby")


@login_required
@require_POST
def leave_game(request: HttpRequest, code: str) -> HttpResponse:
    game, person = game_or_404(request, code), cast(Person, request.user)
    with show_refusals(request):
        lobby.leave_game(game=game, person=person, now=now())
        messages.success(request, _("You have left the table."))
    return redirect("lobby")


@login_required
@require_POST
def remove_player(request: HttpRequest, code: str) -> HttpResponse:
    game, person = game_or_404(request, code), cast(Person, request.user)
    seat = parse_number(request.POST.get("seat", ""), 2)
    with show_refusals(request):
        lobby.remove_player(
            game=game, organiser=person, seat=-1 if seat is None else seat, now=now()
        )
        messages.success(
            request,
            _(
                "The seat is free again. The old invitation link no longer works: send the new one"
                " to those you still want to invite."
            ),
        )
    return redirect("lobby")


@login_required
@require_POST
def cancel_game(request: HttpRequest, code: str) -> HttpResponse:
    game, person = game_or_404(request, code), cast(Person, request.user)
    with show_refusals(request):
        lobby.cancel_game(game=game, person=person, now=now())
        messages.success(request, _("The table is cancelled."))
    return redirect("lobby")
