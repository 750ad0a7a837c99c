"""Statistics of boards, players, seasons and leagues."""

from __future__ import annotations

from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

import engine
from games.leagues.models import League, Season
from games.leagues.naming import full_name
from games.people.models import Person
from games.players.selectors import paces_of
from games.statistics.figures import FEWEST, Sums
from games.statistics.selectors import (
    MOST_PAIRS,
    may_see_statistics,
    pairs_of,
    set_statistics_public,
    sums_by_board,
    sums_of_board,
    sums_of_season,
    tables_of_board,
    tables_of_season,
)
from games.web.leagues.lookup import find_league, find_season
from games.web.parts.durations import usual_pace
from games.web.parts.requests import board_or_404
from games.web.statistics.plots import heat_levels
from games.web.statistics.presenters import (
    board_lines,
    choices,
    chosen_table,
    means_of,
    player_plots,
    plots_of,
    rating_plot,
)

BOTS = "bots"


@require_safe
def board_statistics(request: HttpRequest, key: str) -> HttpResponse:
    board = board_or_404(key)
    with_bots = request.GET.get("with") == BOTS
    tables = tables_of_board(key, with_bots=with_bots)
    chosen = chosen_table(tables, request.GET.get("table", ""))
    page: dict[str, Any] = {
        "board": board,
        "with_bots": with_bots,
        "choices": choices(tables, chosen, boards=False),
        "games": chosen.games if chosen else 0,
        "fewest": FEWEST,
        "levels": heat_levels(),
    }
    if chosen:
        seats = chosen.seats
        # Made only if the part of the page that shows them is not in the cache.
        sums = cast(Sums, SimpleLazyObject(lambda: sums_of_board(key, seats, with_bots=with_bots)))
        page |= {
            "table": f"{key}-{seats}",
            "plots": SimpleLazyObject(lambda: plots_of(board, sums)),
            "means": SimpleLazyObject(lambda: means_of(sums)),
        }
    return render(request, "web/statistics/board.html", page)


@require_safe
def season_statistics(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    season = find_season(request, slug, number)
    return _of_season(request, season, full_name(season))


@require_safe
def league_statistics(request: HttpRequest, slug: str) -> HttpResponse:
    league = find_league(request, slug)
    return _of_season(request, league, league.name)


def _of_season(request: HttpRequest, of: Season | League, name: str) -> HttpResponse:
    tables = tables_of_season(of)
    chosen = chosen_table(tables, request.GET.get("table", ""))
    page: dict[str, Any] = {
        "name": name,
        "season": of if isinstance(of, Season) else None,
        "league": of.league if isinstance(of, Season) else of,
        "choices": choices(tables, chosen, boards=True),
        "games": chosen.games if chosen else 0,
        "fewest": FEWEST,
        "levels": heat_levels(),
    }
    if chosen:
        board = engine.load_board(chosen.board)
        sums = sums_of_season(of, chosen.board, chosen.seats)
        page |= {"board": board, "plots": plots_of(board, sums), "means": means_of(sums)}
    return render(request, "web/statistics/season.html", page)


@never_cache
@require_safe
def player_statistics(request: HttpRequest, name: str) -> HttpResponse:
    person = get_object_or_404(Person, name=name)
    own = request.user.pk == person.pk
    page: dict[str, Any] = {"person": person, "own": own}
    if not may_see_statistics(request.user, person):
        return render(request, "web/statistics/hidden.html", page)
    boards = sums_by_board(person, own=own)
    lines = board_lines(boards)
    wanted = request.GET.get("board", "")
    if wanted not in boards:
        wanted = max(lines, key=lambda line: line["games"])["board"] if lines else ""
    pairs = pairs_of(person, own=own)
    page |= {
        "lines": lines,
        "board": engine.load_board(wanted) if wanted else None,
        "plots": player_plots(engine.load_board(wanted), boards[wanted]) if wanted else [],
        "rating": rating_plot(person),
        "pace": usual_pace(paces_of([person.pk]).get(person.pk)),
        "opponents": [pair for pair in pairs if pair.against],
        "partners": [pair for pair in pairs if pair.partner],
        "most": MOST_PAIRS if len(pairs) == MOST_PAIRS else None,
        "fewest": FEWEST,
        "levels": heat_levels(),
    }
    return render(request, "web/statistics/player.html", page)


@login_required
@require_POST
def set_visibility(request: HttpRequest) -> HttpResponse:
    """Let everybody see one's own statistics, or nobody else."""
    person = cast(Person, request.user)
    public = request.POST.get("public") == "yes"
    set_statistics_public(person=person, public=public)
    if public:
        messages.success(request, _("Everybody can see your statistics now."))
    else:
        messages.success(request, _("Nobody else can see your statistics now."))
    return redirect("player-statistics", person.name)
