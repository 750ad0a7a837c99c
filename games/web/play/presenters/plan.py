"""The plan of the reader, for the page of the game and its own page."""

from __future__ import annotations

from dataclasses import dataclass

from games.plans.models import PlanFate
from games.plans.texts import asks_now, text_of, why_of
from games.web.parts import phrases
from games.web.parts.game_context import GameContext


@dataclass(frozen=True, slots=True)
class PlanPanel:
    """``lines`` is its text; ``asks`` says that it waits for the reader, ``can_go_on`` that one
    press lets it go on, ``why`` is what it did last or asks.
    """

    lines: list[str]
    stands: bool
    asks: bool
    paused: bool
    can_go_on: bool
    due: bool
    why: str


def plan_panel(context: GameContext) -> PlanPanel | None:
    """The plan of many turns that only the reader may see, None where there is none."""
    found = context.plan
    if context.seat is None or found is None or not found.lasts:
        return None
    view, lexicon = context.snapshot().view, phrases.lexicon()
    asks = asks_now(found, context.seat)
    return PlanPanel(
        lines=text_of(found, view, lexicon).split("\n")[1:],
        stands=found.fate == PlanFate.STANDING,
        asks=asks,
        paused=found.fate == PlanFate.PAUSED,
        can_go_on=found.fate != PlanFate.STANDING,
        due=context.seat.plan_due_at is not None,
        why=why_of(found, context.seat, view, lexicon),
    )
