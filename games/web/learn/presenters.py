"""The contents of the Learn page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

import engine
from games.language.bots import GENTLE, level_lines
from games.people.models import Person
from games.practice.branches import origin_of
from games.practice.games import Player, practice_games_of
from games.practice.lessons.mechanics import MECHANICS
from games.practice.models import PracticeGame
from games.tables.models import GameStatus


@dataclass(frozen=True, slots=True)
class BoardLine:
    """A board with what its game with lessons teaches; ``game_url`` is "" where none runs."""

    key: str
    name: str
    teaches: str
    game_url: str
    is_over: bool


@dataclass(frozen=True, slots=True)
class PracticeLine:
    """A practice game without lessons, or one that is over."""

    title: str
    url: str
    state: str


def learn_page(player: Player | None) -> dict[str, Any]:
    """The names that web/learn/learn.html uses; ``player`` is None for a stranger."""
    own = list(practice_games_of(player)) if player else []
    boards = [engine.load_board(key) for key in engine.board_names()]
    boards.sort(key=lambda board: (board.teams is not None, len(board.tracks)))
    return {
        "boards": [_line(board, own) for board in boards],
        "games": [_practice_line(one) for one in own],
        "is_person": isinstance(player, Person),
        "levels": level_lines(),
        "gentle": GENTLE,
    }


def _line(board: engine.Board, own: list[PracticeGame]) -> BoardLine:
    guided = [one for one in own if one.lessons and one.game.board == board.key]
    running = [one for one in guided if one.game.status == GameStatus.RUNNING]
    more = "; ".join(
        str(mechanic.teaches) for mechanic in MECHANICS if mechanic.teaches and mechanic.on(board)
    )
    return BoardLine(
        key=board.key,
        name=board.name,
        teaches=more,
        game_url=reverse("game", args=[running[0].game.code]) if running else "",
        is_over=bool(guided) and not running,
    )


def _practice_line(one: PracticeGame) -> PracticeLine:
    board = engine.load_board(one.game.board).name
    title = _("%(board)s, with lessons") if one.lessons else _("%(board)s, against bots")
    origin = None if one.lessons else origin_of(one.game)
    if origin is not None:
        title = _("%(board)s, from event %(seq)d of game %(code)s")
    running = one.game.status == GameStatus.RUNNING
    return PracticeLine(
        title=title % {"board": board, "seq": origin["seq"], "code": origin["game"]}
        if origin
        else title % {"board": board},
        url=reverse("game", args=[one.game.code]),
        state=_("in progress") if running else _("finished"),
    )
