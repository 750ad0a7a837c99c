"""Plans and what became of them, in words for their owner alone."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.utils.translation import gettext as _

import engine
from engine.actions import Pass
from engine.orders.model import Order
from engine.plans.evaluation import Answer, Reason, Step, Stop
from engine.plans.model import Facts, Memory, Plan
from engine.plans.preview import preview_plan
from engine.text.lexicon import Lexicon
from engine.text.orders import write_lines, write_order
from engine.text.plan_lines import explain_answer, write_plan
from engine.text.steps import write_action
from games.facts.tickets import city_pair
from games.plans.models import PlanFate, SeatPlan
from games.play.refusals import refusal_sentence
from games.tables.models import Game, PlanChoice, Seat


def text_of(plan: SeatPlan, view: engine.View, lexicon: Lexicon) -> str:
    """The text of a plan, which reads back as the same plan."""
    return write(plan.meant, view, lexicon)


def write(plan: Plan | Order, view: engine.View, lexicon: Lexicon) -> str:
    """The text of a plan that is not stored."""
    if isinstance(plan, Order):
        return write_order(plan, view, lexicon)
    return write_plan(plan, view, lexicon)


def lines_of(plan: Plan | Order, view: engine.View, lexicon: Lexicon) -> list[str]:
    """The parts of an order, or the aims and answers of a plan, a line each."""
    if isinstance(plan, Order):
        return write_lines(plan, view, lexicon)
    return write_plan(plan, view, lexicon).split("\n")[1:]


def asks_now(plan: SeatPlan, seat: Seat) -> bool:
    """Whether a plan waits for a decision of its owner, that it goes on after or not."""
    if plan.fate == PlanFate.ASKS:
        return True
    return (
        plan.fate == PlanFate.STANDING
        and plan.lasts
        and plan.why is not None
        and plan.decision is not None
        and plan.decision == seat.decision
        and seat.plan_due_at is None
    )


def why_of(plan: SeatPlan, seat: Seat, view: engine.View, lexicon: Lexicon) -> str:
    """A sentence on what a plan of many turns did last or asks, or what the rules refused of an
    order; "" where there is nothing to say.
    """
    if plan.refusal:
        return refusal_sentence(plan.refusal["message"], plan.refusal["params"], view.board)
    if not plan.lasts or plan.why is None:
        return ""
    why = Reason(**plan.why)
    answer: Answer = Stop(why, Memory())
    if not asks_now(plan, seat):
        answer = Step(Pass(), why, Memory())
    return explain_answer(answer, plan.as_plan, view, lexicon)


def doing(plan: SeatPlan, seat: Seat, board: engine.Board) -> str:
    """What a plan is about, in a few words for a list of games."""
    if plan.fate == PlanFate.PAUSED:
        return _("Your plan rests.")
    if asks_now(plan, seat):
        return _("Your plan asks you.")
    track = board.tracks.get(plan.why["track"] or "") if plan.why else None
    if plan.why is None or track is None:
        return _("Your plan plays your turns.")
    if plan.why["code"] != "draw":
        return _("Your plan: %(route)s is claimed.") % {"route": city_pair(board, track)}
    has = {"n": track.length - plan.why["number"], "of": track.length}
    return _("Your plan: drawing for %(route)s, %(n)d of %(of)d.") % {
        "route": city_pair(board, track),
        **has,
    }


def preview_of(
    plan: SeatPlan, seat: Seat, view: engine.View, lexicon: Lexicon, *, now: datetime
) -> list[str]:
    """The preview of a stored plan, which goes on from what it remembers; none of an order."""
    if not plan.lasts:
        return []
    game = seat.game
    return preview_lines(plan.as_plan, plan.as_memory, view, lexicon, game=game, now=now)


def preview_lines(
    plan: Plan, memory: Memory, view: engine.View, lexicon: Lexicon, *, game: Game, now: datetime
) -> list[str]:
    """What a plan would do now and in the next three turns if nothing changed, a line a turn."""
    claims = game.plans == PlanChoice.ALL
    turns = preview_plan(plan, memory, view, Facts(now), claims=claims)
    return [_line(turn, plan, view, lexicon) for turn in turns]


def _line(turn: Sequence[Answer], plan: Plan, view: engine.View, lexicon: Lexicon) -> str:
    return "; ".join(
        explain_answer(answer, plan, view, lexicon)
        if isinstance(answer, Stop)
        else write_action(answer.action, view, lexicon)
        for answer in turn
    )
