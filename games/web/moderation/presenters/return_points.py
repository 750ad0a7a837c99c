"""Events that a game can be taken back to, in words that tell nothing hidden."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _

import engine
from games import log
from games.facts.prompts import short_prompt
from games.facts.views import public_view
from games.log import RedactedEvent
from games.moderation.games.take_back import TakeBackDifference, difference_of_views
from games.moderation.wording import day
from games.tables.models import Game
from games.tables.seat_names import seat_names
from games.web.parts.event_formatter import EventFormatter
from games.web.parts.phrases import joined

MAX_RETURN_POINTS: Final = 40
"""The number of moments that are offered; to go further back takes two steps."""


def return_points_of(game: Game) -> list[tuple[str, str]]:
    """The latest moments at which a game waited: number of the event, and what it is called.

    Newest first. Table events alone make no moment of their own.
    """
    lines = list(log.events(game))
    events = [line.event for line in lines]
    board = engine.load_board(game.board)
    wanted = set(engine.return_points(board, events))
    names = seat_names(game)
    found: dict[tuple[tuple[int, int], ...], tuple[str, str]] = {}
    for seq, (_event, state) in enumerate(engine.replay_steps(board, events)):
        if seq not in wanted:
            continue
        waiting = [seat for seat in state.order if seat in state.pending]
        label = _("%(names)s: %(what)s (event %(seq)d, %(time)s)") % {
            "names": joined(names[seat] for seat in waiting),
            "what": short_prompt(state.pending[waiting[0]]),
            "seq": seq,
            "time": day(lines[seq].at),
        }
        found.setdefault(tuple(sorted(state.decision_seqs.items())), (str(seq), label))
    return list(found.values())[-MAX_RETURN_POINTS:][::-1]


def lines_taken_back(game: Game, to: int) -> list[str]:
    """The events after a moment as sentences, as a spectator may know them, oldest first."""
    state = log.load(game)
    teller = EventFormatter(state.board, seat_names(game), None)
    events: list[RedactedEvent] = log.redacted_events(game, state, None, after=to)
    return [line for one in events if (line := teller.sentence(one)) is not None]


def numbers_taken_back(game: Game, to: int) -> TakeBackDifference:
    """The public numbers that a take-back would change."""
    now, then = public_view(log.load(game)), public_view(log.state_at(game, at=to))
    return difference_of_views(now, then)
