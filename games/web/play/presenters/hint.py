"""The hint beside a decision: what it says in words, and whether one can be asked for."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse

import engine
from engine.bots.search import Option
from games.practice.hints import hint_of, may_have_hints
from games.practice.models import Hint, HintStatus
from games.web.parts.game_context import GameContext
from games.web.parts.phrases import lexicon
from games.web.play.presenters.plain_command import plain_command

MOST_SHOWN = 4


@dataclass(frozen=True, slots=True)
class HintLine:
    """An action as a command, the address that prepares it, and where it is expected to lead.

    ``wins`` is the share of the games played out that the side won, in percent.
    """

    command: str
    url: str
    margin: float
    error: float
    wins: int


@dataclass(frozen=True, slots=True)
class HintPanel:
    """The panel of the hint; ``lines`` are best first, and empty until it is ready."""

    becomes_practice: bool
    waits: bool
    failed: bool
    lines: list[HintLine]


def own_hint(context: GameContext) -> Hint | None:
    """The hint for the reader's own open decision."""
    seat = context.seat
    if seat is None or seat.decision is None or not _may(context):
        return None
    return hint_of(seat)


def hint_panel(context: GameContext, view: engine.View) -> HintPanel | None:
    """The panel of the reader's own decision; None where there is none, or may be no hint."""
    seat = context.seat
    if seat is None or seat.decision is None or not _may(context):
        return None
    found = hint_of(seat)
    status = found.status if found else ""
    known = found is not None and view.decision_seqs.get(seat.number) == found.decision
    return HintPanel(
        becomes_practice=not context.game.practice,
        waits=status == HintStatus.PENDING,
        failed=status == HintStatus.FAILED,
        lines=_lines(found, context, view) if known and status == HintStatus.READY else [],
    )


def _may(context: GameContext) -> bool:
    return may_have_hints(context.game, context.seats, context.seat)


def _lines(hint: Hint | None, context: GameContext, view: engine.View) -> list[HintLine]:
    assert hint is not None
    words = lexicon()
    url = reverse("prepare-move", args=[context.game.code])
    lines = []
    for option in map(Option.from_data, hint.options[:MOST_SHOWN]):
        command = plain_command(option.action, view, words)
        lines.append(
            HintLine(
                command=command,
                url=f"{url}?{urlencode({'text': command})}",
                margin=option.margin,
                error=option.error,
                wins=round(100 * option.wins),
            )
        )
    return lines
