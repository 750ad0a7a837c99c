"""The page of a review: expected margin, the decisions that mattered, skill and luck apart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.formats import number_format
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

import engine
from engine.bots.review import ReviewedDecision
from games import log
from games.common.work_rows import WorkStatus
from games.drawing.line_chart import Axis, Curve, line_chart
from games.drawing.palette import seat_tints
from games.review.models import Review
from games.review.reviews import (
    decisions_of,
    luck_of,
    may_have_review,
    points_lost,
    shared_reviews,
)
from games.tables.models import Game
from games.web.parts.game_context import GameContext
from games.web.parts.phrases import lexicon
from games.web.play.presenters.plain_command import plain_command

MOST_SHOWN = 12
"""Decisions in the list: those that cost most."""


def review_links(context: GameContext) -> dict[str, Any] | None:
    """The reader's ``own`` review and those of ``others``; None where there can be none."""
    if not may_have_review(context.game):
        return None
    person = context.seat.person_id if context.seat else None
    return {"own": person is not None, "others": reviews_of_others(context, person)}


def reviews_of_others(context: GameContext, reader: int | None) -> list[tuple[int, str]]:
    """The seats and names of the other players whose reviews the reader may see."""
    shared = shared_reviews(context.game, context.seat)
    return [(one.seat, context.names[one.seat]) for one in shared if one.person_id != reader]


def review_panel(review: Review, game: Game) -> dict[str, Any] | None:
    """The contents of a review; None while it is not ready.

    ``mattered`` has the decisions that cost most, in the order of the game, ``rows`` all of them.
    """
    if review.status != WorkStatus.READY:
        return None
    decisions = decisions_of(review)
    mattered = [one for one in decisions if one.mattered]
    shown = sorted(mattered, key=lambda one: -one.lost)[:MOST_SHOWN]
    luck = luck_of(decisions)
    signed = number_format(round(luck, 1), decimal_pos=1).replace("-", "−")
    return {
        "chart": _chart(decisions, game, review.seat),
        "mattered": _mattered(sorted(shown, key=lambda one: one.at), game),
        "more": len(mattered) - len(shown),
        "rows": [(one, _moment(game, one.at)) for one in decisions],
        "count": len(mattered),
        "lost": points_lost(decisions),
        "luck_signed": f"+{signed}" if luck > 0 else signed,
    }


def _chart(decisions: Sequence[ReviewedDecision], game: Game, seat: int) -> SafeString:
    tint = seat_tints(engine.view(log.load(game), None).teams)[seat]
    points = [(number, one.chosen.margin) for number, one in enumerate(decisions, 1)]
    return line_chart(
        [Curve(tint.letter, points, tint.fill, tint.ink)],
        title=_("Expected margin at the end, decision by decision"),
        x=Axis(_("decision")),
        y=Axis(_("points ahead")),
    )


def _mattered(decisions: Sequence[ReviewedDecision], game: Game) -> list[dict[str, Any]]:
    """The lines of decisions, from what their seat knew at each."""
    wanted = {one.at - 1: one for one in decisions}
    if not wanted:
        return []
    words = lexicon()
    lines = []
    for seq, state in log.states(game, until=max(wanted)):
        if seq in wanted:
            one = wanted[seq]
            view = engine.view(state, one.seat)
            lines.append(
                {
                    "turn": one.turn,
                    "chosen": plain_command(one.chosen.action, view, words),
                    "better": plain_command(one.best.action, view, words),
                    "lost": one.lost,
                    "url": _moment(game, one.at),
                }
            )
    return lines


def _moment(game: Game, at: int) -> str:
    """The moment of the replay just before an event."""
    return f"{reverse('replay', args=[game.code])}?{urlencode({'at': at - 1})}"
