"""The lobby, opening a table, starting a game against bots."""

from __future__ import annotations

from typing import Any, cast

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

import engine
from games.absence.models import open_seats
from games.common.errors import Refused
from games.language.bots import GENTLE, level_lines
from games.lobby import GameOptions, create_game
from games.lobby.search import search_tables
from games.people.models import Person
from games.tables.models import REPLACEMENT_BOT, GameStatus
from games.tables.selectors import (
    finished_games,
    games_not_over_of,
    games_to_watch,
    open_games,
    tables_of_groups,
)
from games.web.lobby.forms import CreateGameForm, TableSearchForm
from games.web.lobby.pairing import pair_me
from games.web.lobby.presenters import bot_tables, bots_for, lobby_tables
from games.web.parts.bot_levels import chosen_level
from games.web.parts.game_line import watched_line
from games.web.parts.list_marks import list_mark
from games.web.parts.pages import page_of
from games.web.parts.refusals import show_refusals
from games.web.parts.requests import board_or_404, parse_number

TABLES_PER_PAGE = 20
"""Tables that wait for players, on a page."""
MAX_GROUP_TABLES = 20
MAX_WATCHED = 8
MAX_FINISHED = 4
"""The most games of others that the page lists, running and over."""


@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    person = request.user if isinstance(request.user, Person) else None
    mine = games_not_over_of(person).filter(status=GameStatus.OPEN) if person else []
    form = TableSearchForm(request.GET, person=person)
    found = search_tables(open_games(without=person), form.search, person)
    page = page_of(request, found, TABLES_PER_PAGE)
    return render(
        request,
        "web/lobby/lobby.html",
        {
            "list_mark": list_mark(request, lobby=True),
            "pairing": pair_me(person) if person else None,
            "mine": lobby_tables(mine, person),
            "group_tables": lobby_tables(tables_of_groups(person)[:MAX_GROUP_TABLES], person)
            if person
            else [],
            "seats_to_take": open_seats(person).count(),
            "tables": lobby_tables(page.object_list, person),
            "page": page,
            "search_form": form,
            "searching": bool(form.search),
            "page_query": form.query,
            "bot_tables": bot_tables(),
            "levels": level_lines(),
            "gentle": GENTLE,
            "running_games": [watched_line(game) for game in games_to_watch()[:MAX_WATCHED]],
            "finished_games": [watched_line(game) for game in finished_games()[:MAX_FINISHED]],
        },
    )


DEFAULTS: dict[str, Any] = {
    "board": "japan",
    "seats": 3,
    "bots": 0,
    "bot": GENTLE,
    "days_per_turn": 3,
    "bank": "none",
    "vacation_allowed": True,
    "auto_vacation_days": 7,
    "replace_after": 3,
    "replacement_bot": REPLACEMENT_BOT,
    "public": "yes",
    "teams": "chance",
    "rated": True,
}


SAME_OPTIONS = ("board", "seats", "name", "order_fixed", "bot_partner", "rated",
                "least_reliability", "bot_accounts")  # fmt: skip
"""The fields of the form that are options of a game under the same name."""


def _defaults(request: HttpRequest) -> dict[str, Any]:
    """What the form of a new table proposes, on the board and for the group that a link names."""
    wanted = request.GET.get("board", "")
    if wanted not in engine.board_names():
        return DEFAULTS | {"group": request.GET.get("group", "")}
    return DEFAULTS | {
        "group": request.GET.get("group", ""),
        "board": wanted,
        "seats": _nearest_seats(engine.load_board(wanted), str(DEFAULTS["seats"])),
    }


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new_game(request: HttpRequest) -> HttpResponse:
    form = CreateGameForm(
        request.POST if request.method == "POST" else None,
        initial=_defaults(request),
        person=cast(Person, request.user),
    )
    if request.method != "POST":
        return render(request, "web/lobby/create_game.html", {"form": form})
    if "choose" in request.POST:
        return render(request, "web/lobby/create_game.html", {"form": _with_board(request, form)})
    if form.is_valid():
        wanted = form.cleaned_data
        with show_refusals(request, form):
            game = create_game(
                organiser=cast(Person, request.user),
                options=GameOptions(
                    **{name: wanted[name] for name in SAME_OPTIONS},
                    bots=[wanted["bot"]] * wanted["bots"],
                    **form.terms.as_data(),
                    **form.policy,
                    **form.plan_options,
                    replacement_bot=wanted["replacement_bot"] or REPLACEMENT_BOT,
                    public=bool(wanted["public"]),
                    spectator_turns=form.spectator_delay[0],
                    spectator_hours=form.spectator_delay[1],
                    teams_chosen=_chooses_teams(wanted),
                ),
                present=True,
                contribution=wanted["contribution"],
                group=form.chosen_group,
                days_for_group=wanted.get("days_for_group") or 0,
                invite=wanted.get("invite", ()),
                now=now(),
            )
            if game.status == GameStatus.RUNNING:
                return redirect("game", game.code)
            messages.success(request, _("Your table is open and waiting for players."))
            return redirect("lobby")
    return render(request, "web/lobby/create_game.html", {"form": form}, status=422)


def _with_board(request: HttpRequest, form: CreateGameForm) -> CreateGameForm:
    """The form for the board that was chosen without scripts, with all that was filled in."""
    sent = {
        name: field.widget.value_from_datadict(request.POST, request.FILES, name)
        for name, field in form.fields.items()
    }
    filled = DEFAULTS | {
        name: value for name, value in sent.items() if _may_be_sent(form.fields[name], value)
    }
    filled["seats"] = _nearest_seats(engine.load_board(filled["board"]), str(filled["seats"]))
    return CreateGameForm(initial=filled, person=cast(Person, request.user))


def _may_be_sent(field: forms.Field, value: Any) -> bool:
    """Whether a browser may send this: of a choice, nothing but what is offered."""
    if isinstance(field, forms.ChoiceField) and not isinstance(field, forms.MultipleChoiceField):
        return field.valid_value(value)
    return True


def _nearest_seats(board: engine.Board, wanted: str) -> int:
    """The number of seats of a board that is closest to the wanted one."""
    number = parse_number(wanted, 2) or DEFAULTS["seats"]
    return min(board.seat_counts, key=lambda count: abs(count - number))


def _chooses_teams(wanted: dict[str, Any]) -> bool:
    """Whether the players choose their teams; on a board without teams there is no question."""
    return engine.load_board(wanted["board"]).teams is not None and wanted["teams"] == "chosen"


@require_POST
@login_required
def play_bots(request: HttpRequest, board: str) -> HttpResponse:
    bots = bots_for(board_or_404(board))
    level = chosen_level(request)
    try:
        game = create_game(
            organiser=cast(Person, request.user),
            options=GameOptions(board=board, seats=bots + 1, bots=[level] * bots),
            present=True,
            now=now(),
        )
    except Refused as refusal:
        messages.error(request, str(refusal))
        return redirect("lobby")
    return redirect("game", game.code)
