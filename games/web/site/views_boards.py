"""The pages of boards, with how long a game takes and how games have gone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

import engine
from games.accounts.rate_limits import DRAWING, dear_work
from games.drawing.game_png import empty_board_picture
from games.facts.tickets import city_pair, ticket_worth
from games.language.boards import board_name
from games.language.bots import GENTLE, level_lines
from games.language.mechanics import mechanics_of
from games.statistics.figures import FEWEST, Sums, median
from games.statistics.selectors import lengths_by_table, sums_of_board, tables_of_board
from games.web.parts.map_key import key_facts
from games.web.parts.pictures import draw_empty_board
from games.web.parts.requests import board_or_404
from games.web.parts.route_table import board_rows
from games.web.site.boards import boards_in_order, describe_players, rulings_of


@require_safe
def boards(request: HttpRequest) -> HttpResponse:
    lines = board_lines(boards_in_order())
    return render(request, "web/site/boards.html", {"boards": lines})


@require_safe
def board(request: HttpRequest, key: str) -> HttpResponse:
    shown = board_or_404(key)
    tickets = [
        (city_pair(shown, ticket), ticket_worth(ticket), ticket.long)
        for ticket in shown.tickets.values()
    ]
    return render(
        request,
        "web/site/board.html",
        {
            **key_facts(shown),
            "line": board_line(shown),
            "mechanics": mechanics_of(shown),
            "figures": board_figures(shown),
            "levels": level_lines(),
            "gentle": GENTLE,
            "board_svg": draw_empty_board(shown),
            "rows": board_rows(shown),
            "tickets": sorted(tickets),
        },
    )


@require_safe
@cache_control(public=True, max_age=60 * 60 * 24)
def board_picture(request: HttpRequest, key: str) -> HttpResponse:
    image = empty_board_picture(
        board_or_404(key),
        theme="light",
        width=600,
        detail="small",
        drawing=lambda: dear_work(request, DRAWING, request.user.pk),
    )
    return HttpResponse(image, content_type="image/png")


EVENTS_A_TURN: Final = 3.4
EVENTS_A_TURN_IN_TEAMS: Final = 4.85
"""Measured over games of planners on all boards: the length of a log for each turn."""


def board_lines(boards: Iterable[engine.Board]) -> list[dict[str, Any]]:
    """Boards in a few lines each, the simplest first, with one query for all."""
    sums = lengths_by_table()
    simple = sorted(boards, key=lambda board: (len(rulings_of(board)), len(board.tracks)))
    return [_line(board, sums) for board in simple]


def board_line(board: engine.Board) -> dict[str, Any]:
    """A board in a few lines."""
    return _line(board, lengths_by_table(board.key))


def _line(board: engine.Board, sums: Mapping[tuple[str, int], Sums]) -> dict[str, Any]:
    lengths = [
        usual_length(board, seats, sums.get((board.key, seats))) for seats in board.seat_counts
    ]
    counts = [length["turns"] for length in lengths]
    least, most = min(counts), max(counts)
    turns = _("about %(least)d to %(most)d turns each") % {"least": least, "most": most}
    if least == most:
        turns = _("about %(turns)d turns each") % {"turns": least}
    return {
        "key": board.key,
        "name": board_name(board),
        "players": describe_players(board),
        "trains": board.trains,
        "mechanics": mechanics_of(board),
        "lengths": lengths,
        "turns": turns,
        "estimates": not all(length["source"] for length in lengths),
    }


def usual_length(board: engine.Board, seats: int, sums: Sums | None) -> dict[str, Any]:
    """How long a game usually takes with n players: the turns of each, and days.

    These are the medians of games among people where enough were played; ``source`` says how many
    they were. Else they follow from the board, a turn a day, and it is "".
    """
    if sums is not None and sums.games >= FEWEST:
        turns, days = (median(sums.by_number(kind)) or 0 for kind in ("turns", "days"))
        each, days = round(turns / seats), max(1, round(days))
        source = ngettext("%(count)d game", "%(count)d games", sums.games) % {"count": sums.games}
    else:
        a_turn = EVENTS_A_TURN_IN_TEAMS if board.teams else EVENTS_A_TURN
        each = days = round(board.typical_length(seats) / a_turn / seats)
        source = ""
    in_words = ngettext("%(count)d day", "%(count)d days", days) % {"count": days}
    return {"players": seats, "turns": each, "days_in_words": in_words, "source": source}


def board_figures(board: engine.Board) -> list[str]:
    """How public games among people have gone at the commonest table, in sentences."""
    tables = tables_of_board(board.key, with_bots=False)
    table = max(tables, key=lambda one: one.games, default=None)
    if table is None or table.games < FEWEST:
        return []
    return list(_figures(sums_of_board(board.key, table.seats, with_bots=False), table.seats))


def _figures(sums: Sums, seats: int) -> Iterator[str]:
    yield ngettext(
        "%(count)d public game among %(seats)d people.",
        "%(count)d public games among %(seats)d people.",
        sums.games,
    ) % {"count": sums.games, "seats": seats}
    points = sum(sums.by_key("won_points").values()) / (sums.total("winners") or 1)
    yield _("Winners have %(points)s points in the mean.") % {
        "points": number_format(points, decimal_pos=1)
    }
    kept, completed = (sum(sums.by_key(kind).values()) for kind in ("kept", "completed"))
    if kept:
        yield _("Of the tickets kept, %(percent)d%% are completed.") % {
            "percent": round(100 * completed / kept)
        }
