"""The moments that a game can be taken back to, in words that tell nothing hidden."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _

import engine
from games import log
from games.log import Told
from games.moderation.difference import Difference, between
from games.moderation.wording import day
from games.notices.asking import ask_briefly
from games.tables.models import Game
from games.tables.naming import seat_names
from games.web.parts.words import joined
from games.web.play.parts.teller import Teller

LATEST: Final = 40
"""How many moments are offered; a director who must go further back can do it in two steps."""


def moments_of(game: Game) -> list[tuple[str, str]]:
    """Gets the latest moments at which a game waited: number of the event, and what it is called.

    Newest first. What the table alone has done is no moment of its own.
    """
    lines = list(log.events(game))
    told = [line.event for line in lines]
    board = engine.load_board(game.board)
    wanted = set(engine.moments(board, told))
    names = seat_names(game)
    found: dict[tuple[tuple[int, int], ...], tuple[str, str]] = {}
    for seq, (_event, state) in enumerate(engine.steps(board, told)):
        if seq not in wanted:
            continue
        waiting = [seat for seat in state.order if seat in state.pending]
        asked = joined(names[seat] for seat in waiting)
        label = _("%(names)s: %(what)s (event %(seq)d, %(time)s)") % {
            "names": asked,
            "what": ask_briefly(state.pending[waiting[0]]),
            "seq": seq,
            "time": day(lines[seq].at),
        }
        found.setdefault(tuple(sorted(state.opened.items())), (str(seq), label))
    return list(found.values())[-LATEST:][::-1]


def what_goes(game: Game, to: int) -> list[str]:
    """Gets what happened after a moment, as a spectator may know it, oldest first."""
    state = log.load(game)
    teller = Teller(state.board, seat_names(game), None)
    told: list[Told] = log.tell(game, state, None, after=to)
    return [line for one in told if (line := teller.line(one)) is not None]


def what_changes(game: Game, to: int) -> Difference:
    """Gets the public numbers that a take-back would change."""
    now = engine.view(log.load(game), None)
    return between(now, engine.view(log.moment(game, at=to), None))
