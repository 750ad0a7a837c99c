"""Home page, rules, and a turn of each board on one page."""

from __future__ import annotations

import re
from datetime import datetime
from functools import cache
from typing import Any

from django.conf import settings
from django.contrib.humanize.templatetags.humanize import apnumber
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import capfirst
from django.utils.timezone import now
from django.utils.translation import get_language, override
from django.views.decorators.http import require_safe
from markdown_it import MarkdownIt

import engine
from games.absence.models import vacations_of
from games.language.bots import GENTLE, level_lines
from games.leagues.naming import full_name
from games.leagues.selectors import entries_to_confirm
from games.log import latest_public_events
from games.moderation.fair_play import TEXTS, FairPlayLine
from games.people.models import Person
from games.plans.giving import plans_of
from games.players.selectors import paces_of
from games.tables.models import GameStatus
from games.tables.selectors import finished_games, games_not_over_of, games_over_of
from games.web.lobby.pairing import pair_me
from games.web.lobby.presenters import bot_tables, lobby_tables
from games.web.parts.game_clock import format_moment as times
from games.web.parts.game_line import (
    GameLine,
    as_card,
    finished_line,
    held_move_line,
    others_move_line,
    with_plan,
    your_move_line,
)
from games.web.parts.list_marks import list_mark
from games.web.parts.requests import board_or_404
from games.web.people.presenters import followed_feed
from games.web.site.boards import boards_in_order, describe_boards, first_board, rules_row
from games.web.site.examples import with_examples
from games.web.site.summary import turn_summary

MAX_FINISHED = 20
"""The most finished games that the page lists."""
BOARD_ROWS = re.compile(r"^(\|---\|---\|---\|\n)(?:\|.*\n)+", re.MULTILINE)
"""The line below the head of the table of boards, and the rows of the boards that docs/ names."""


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    if isinstance(request.user, Person):
        page = {"list_mark": list_mark(request, lobby=False), **_your_games(request.user)}
        return render(request, "web/site/home.html", page)
    shown = finished_games().first()
    tables = bot_tables()
    page = {
        "shown": shown,
        "bot_tables": tables,
        "board_count": capfirst(str(apnumber(len(tables)))),
        "boards": describe_boards(),
        "first_board": first_board(),
    }
    return render(request, "web/site/landing.html", page)


def _your_games(person: Person) -> dict[str, Any]:
    moment = now()
    games = list(games_not_over_of(person))
    running = [(game, game.seats.all()) for game in games if game.status == GameStatus.RUNNING]
    waiting: list[GameLine] = []
    others: list[GameLine] = []
    paces = paces_of(
        seat.person_id
        for _game, seats in running
        for seat in seats
        if seat.decision is not None and seat.person_id not in (None, person.pk)
    )
    latest = latest_public_events(game for game, _seats in running)
    plans = plans_of(person)
    for game, seats in running:
        mine = next(seat for seat in seats if seat.person_id == person.pk)
        if mine.decision is not None and mine.held_until is not None:
            line, shelf = held_move_line(game, mine), others
        elif mine.decision is None or mine.plan_due_at is not None:
            line, shelf = others_move_line(game, mine, moment, paces), others
        else:
            line, shelf = your_move_line(game, mine, moment), waiting
        line = with_plan(line, plans.get(game.pk), game, mine)
        shelf.append(as_card(line, game, latest.get(game.pk, ())))
    waiting.sort(key=_urgency)
    others.sort(key=_urgency)
    over = games_over_of(person, person).filter(status__in=[GameStatus.FINISHED, GameStatus.VOID])
    away = vacations_of(person, now=moment).filter(start__lte=moment).first()
    return {
        **followed_feed(person, moment),
        "away_until": times(away.until) if away else "",
        "to_confirm": [(full_name(one.season), one.season) for one in entries_to_confirm(person)],
        "pairing": pair_me(person),
        "waiting": waiting,
        "running": others,
        "has_plans": any(line.plan and not line.plan_goes_on for line in (*waiting, *others)),
        "bot_tables": [] if waiting or others else bot_tables(),
        "levels": level_lines(),
        "gentle": GENTLE,
        "open_tables": lobby_tables(
            (game for game in games if game.status == GameStatus.OPEN), person
        ),
        "finished": [finished_line(game, person) for game in over[:MAX_FINISHED]],
    }


def _urgency(line: GameLine) -> tuple[bool, datetime | None, str]:
    """The key that sorts lines by time left; a game without a deadline comes last."""
    return line.clock is None, line.clock.due_at if line.clock else None, line.code


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    boards = boards_in_order()
    text, language = rules_text(get_language() or "en", tuple(boards))
    page = {"text": text, "text_language": language, "boards": boards}
    return render(request, "web/site/rules.html", page)


@require_safe
def fair_play(request: HttpRequest) -> HttpResponse:
    lines = [(line.value, line.label, TEXTS[line]) for line in FairPlayLine]
    return render(request, "web/site/fair_play.html", {"lines": lines})


@cache
def rules_text(language: str, boards: tuple[engine.Board, ...]) -> tuple[SafeString, str]:
    """Read the rules as HTML in a language, or else in English; with the language they are in.

    The table of boards has a row for each. The text is empty where the page was not installed.
    """
    path = settings.BASE_DIR / "docs" / f"rules.{language.partition('-')[0]}.md"
    if not path.exists():
        path, language = settings.BASE_DIR / "docs" / "rules.md", "en"
    if not path.exists():
        return mark_safe(""), language
    with override(language):
        rows = "".join(map(rules_row, boards))
    text = BOARD_ROWS.sub(lambda table: table[1] + rows, path.read_text(encoding="utf-8"), count=1)
    # The file is our own, and HTML in it would be escaped.
    html = MarkdownIt("js-default").render(text)
    # A wide table scrolls by itself, also by the keys.
    html = html.replace("<table>", '<div class="scroll" role="group" tabindex="0"><table>')
    html = html.replace("</table>", "</table></div>")
    with override(language):
        html = with_examples(html)
    return mark_safe(html), language  # noqa: S308


@require_safe
def summary(request: HttpRequest, key: str) -> HttpResponse:
    shown = board_or_404(key)
    return render(request, "web/site/summary.html", {"board": shown, **turn_summary(shown)})
