"""The hint beside a decision: what it says in words, and whether one can be asked for."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.urls import reverse

import engine
from engine.bots.search import Option
from games.common.work_rows import WorkStatus
from games.practice.hints import hint_of, may_have_hints
from games.practice.models import Hint
from games.tables.models import Seat
from games.web.parts.game_context import GameContext
from games.web.parts.phrases import lexicon
from games.web.play.presenters.plain_command import plain_command

MOST_SHOWN = 4


def own_hint(context: GameContext) -> Hint | None:
    """The hint for the reader's own open decision."""
    seat = _asking_seat(context)
    return hint_of(seat) if seat else None


def hint_panel(context: GameContext, view: engine.View) -> dict[str, Any] | None:
    """The panel of the reader's own decision; None where there is none, or may be no hint.

    ``lines`` are best first, and empty until it is ready.
    """
    seat = _asking_seat(context)
    if seat is None:
        return None
    found = hint_of(seat)
    if (
        found
        and found.status == WorkStatus.READY
        and view.decision_seqs.get(seat.number) == found.decision
    ):
        lines = _lines(found, context, view)
    else:
        lines = []
    return {
        "becomes_practice": not context.game.practice,
        "waits": found is not None and found.status == WorkStatus.PENDING,
        "failed": found is not None and found.status == WorkStatus.FAILED,
        "lines": lines,
    }


def _asking_seat(context: GameContext) -> Seat | None:
    """The reader's seat if it has to decide and may have hints."""
    seat = context.seat
    if seat is None or seat.decision is None:
        return None
    return seat if may_have_hints(context.game, context.seats, seat) else None


def _lines(hint: Hint, context: GameContext, view: engine.View) -> list[dict[str, Any]]:
    """Actions as commands, the addresses that prepare them, and where they are expected to lead.

    ``wins`` is the share of the games played out that the side won, in percent.
    """
    words = lexicon()
    url = reverse("prepare-move", args=[context.game.code])
    lines = []
    for option in map(Option.from_data, hint.options[:MOST_SHOWN]):
        command = plain_command(option.action, view, words)
        lines.append(
            {
                "command": command,
                "url": f"{url}?{urlencode({'text': command})}",
                "margin": option.margin,
                "error": option.error,
                "wins": round(100 * option.wins),
            }
        )
    return lines
