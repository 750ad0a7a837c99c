"""The Learn page; begin and end games for practice; read and hide lessons."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

import engine
from games.accounts.devices import client_address
from games.common.errors import Refused
from games.language.boards import board_name
from games.language.bots import GENTLE, level_lines, other_lines
from games.language.lexicon import say
from games.people.models import Person
from games.play import answer_with_bots
from games.practice import branches
from games.practice.branches import origin_of
from games.practice.games import (
    Player,
    begin_practice_game,
    end_practice_game,
    new_guest,
    play_again,
    practice_games_of,
)
from games.practice.guests import let_in
from games.practice.lessons.mechanics import MECHANICS
from games.practice.lessons.progress import begin_guided_game, mark_read, set_hidden
from games.practice.models import Guest, PracticeGame
from games.tables.models import Game, GameStatus
from games.web.parts.bot_levels import chosen_level
from games.web.parts.game_context import game_context_or_404
from games.web.parts.players import player_of, player_required
from games.web.parts.refusals import show_refusals
from games.web.parts.requests import board_or_404, parse_number

LONGEST_KEY = 40


@require_safe
def learn(request: HttpRequest) -> HttpResponse:
    return render(request, "web/learn/learn.html", _learn_page(player_of(request)))


def _learn_page(player: Player | None) -> dict[str, Any]:
    """The names that web/learn/learn.html uses; ``player`` is None for anonymous users."""
    own = list(practice_games_of(player)) if player else []
    boards = [engine.load_board(key) for key in engine.board_names()]
    boards.sort(key=lambda board: (board.teams is not None, len(board.tracks)))
    return {
        "boards": [_board_line(board, own) for board in boards],
        "games": [(one.game, _title(one)) for one in own],
        "is_person": isinstance(player, Person),
        "levels": level_lines(),
        "gentle": GENTLE,
    }


def _board_line(board: engine.Board, own: list[PracticeGame]) -> dict[str, Any]:
    """A board with what its game with lessons teaches, and such a game that runs."""
    guided = [one.game for one in own if one.lessons and one.game.board == board.key]
    running = [game for game in guided if game.status == GameStatus.RUNNING]
    more = "; ".join(
        say(f"lesson.teaches.{mechanic.name}")
        for mechanic in MECHANICS
        if mechanic.name and mechanic.on(board)
    )
    return {
        "key": board.key,
        "name": board_name(board),
        "teaches": more,
        "game": running[0] if running else None,
        "is_over": bool(guided) and not running,
    }


def _title(one: PracticeGame) -> str:
    board = one.game.board_name
    if one.lessons:
        return _("%(board)s, with lessons") % {"board": board}
    origin = origin_of(one.game)
    if origin is None:
        return _("%(board)s, against bots") % {"board": board}
    where = {"board": board, "seq": origin["seq"], "code": origin["game"]}
    return _("%(board)s, from event %(seq)d of game %(code)s") % where


@require_safe
def bots(request: HttpRequest) -> HttpResponse:
    """The page that explains the levels of the bots."""
    lines = {"levels": level_lines(), "others": other_lines()}
    return render(request, "web/learn/bots.html", lines)


@require_POST
def begin_guided(request: HttpRequest, board: str) -> HttpResponse:
    return _begin_on(
        request, board, lambda player: begin_guided_game(player=player, board=board, now=now())
    )


@require_POST
def begin_practice(request: HttpRequest, board: str) -> HttpResponse:
    level = chosen_level(request)
    return _begin_on(
        request,
        board,
        lambda player: begin_practice_game(player=player, board=board, bot=level, now=now()),
    )


@require_POST
def begin_branch(request: HttpRequest, code: str) -> HttpResponse:
    """Play on from a moment of a finished game, in any seat."""
    context = game_context_or_404(request, code)
    at = parse_number(request.POST.get("at", ""), 8)
    seat = parse_number(request.POST.get("seat", ""), 2)
    if at is None:
        raise Http404

    def begin(player: Player) -> Game:
        number = -1 if seat is None else seat
        return branches.begin_branch(
            player=player, source=context.game, at=at, seat=number, now=now()
        )

    back = reverse("replay", args=[code]) if context.has_log else reverse("game", args=[code])
    return _begin(request, begin, back=f"{back}?at={min(at, context.game.version)}")


def _begin_on(request: HttpRequest, board: str, begin: Callable[[Player], Game]) -> HttpResponse:
    """Begin a game on a board that there is."""
    board_or_404(board)
    return _begin(request, begin, back=reverse("learn"))


def _begin(request: HttpRequest, begin: Callable[[Player], Game], *, back: str) -> HttpResponse:
    """Begin a game for the player of this request; an anonymous user becomes a guest.

    ``back`` is the page that shows a refusal.
    """
    try:
        # An anonymous user who is refused does not stay as a guest.
        with transaction.atomic():
            player = player_of(request) or new_guest(address=client_address(request), now=now())
            game = begin(player)
    except Refused as refusal:
        messages.error(request, str(refusal))
        return redirect(back)
    if isinstance(player, Guest):
        let_in(request, player)
    answer_with_bots(game=game, now=now())
    return redirect("game", game.code)


@player_required
@require_POST
def read_lesson(request: HttpRequest, code: str) -> HttpResponse:
    mark_read(
        practice=_own_practice(request, code), key=request.POST.get("lesson", "")[:LONGEST_KEY]
    )
    return redirect(f"{reverse('game', args=[code])}#lesson")


@player_required
@require_POST
def show_lessons(request: HttpRequest, code: str) -> HttpResponse:
    hidden = request.POST.get("show") != "1"
    set_hidden(practice=_own_practice(request, code), hidden=hidden)
    return redirect(f"{reverse('game', args=[code])}#lesson")


@player_required
@require_POST
def end_practice(request: HttpRequest, code: str) -> HttpResponse:
    practice = _own_practice(request, code)
    with show_refusals(request):
        if not request.POST.get("sure"):
            raise Refused(_("Tick the box if you want to end this game."))
        end_practice_game(practice=practice, now=now())
    return redirect("game", code)


@player_required
@require_POST
def practice_again(request: HttpRequest, code: str) -> HttpResponse:
    """Play a practice game once more: the same board, seats and bots."""
    practice = _own_practice(request, code)
    return _begin(
        request,
        lambda player: play_again(player=player, practice=practice, now=now()),
        back=reverse("game", args=[code]),
    )


def _own_practice(request: HttpRequest, code: str) -> PracticeGame:
    context = game_context_or_404(request, code)
    if context.practice is None or context.seat is None:
        raise Http404
    return context.practice
