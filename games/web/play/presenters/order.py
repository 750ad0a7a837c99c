"""An order in sentences, for its owner."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from engine.actions import Draw, DrawTickets, Pass, Place, Share, Withdraw
from engine.cards import BLIND, LOCOMOTIVE
from engine.orders.model import (
    Branch,
    CardFaceUp,
    CardsHeld,
    ClaimStep,
    Condition,
    Order,
    PayUpTo,
    RouteOpen,
    RouteTaken,
    Step,
)
from games.common.dates import DateFormat, format_datetime
from games.facts.tickets import city_pair
from games.plans.models import PlanFate
from games.plans.notifications import fate_sentences
from games.play.refusals import refusal_sentence
from games.web.parts import phrases
from games.web.parts.game_context import GameContext
from games.web.play.presenters import mechanics


@dataclass(frozen=True, slots=True)
class BranchLine:
    """One part of an order: under which condition, and what is done then."""

    condition: str
    steps: list[str]


@dataclass(frozen=True, slots=True)
class OrderPanel:
    """The order of the reader. ``stands`` says that it is not carried out yet, ``due`` that it will
    be soon, ``rest`` that it waits at a tunnel; ``headline``, ``line`` and ``why`` tell its fate.
    """

    lines: list[BranchLine]
    stands: bool
    due: bool
    rest: bool
    headline: str
    line: str
    why: str
    ended: str


def branch_lines(order: Order, board: engine.Board) -> list[BranchLine]:
    """The parts of an order in sentences, in the active language."""
    return [_branch_line(branch, board, number) for number, branch in enumerate(order.branches)]


def order_panel(context: GameContext) -> OrderPanel | None:
    """The order of the reader, which only they may see."""
    found = context.plan
    if context.seat is None or found is None or found.lasts:
        return None
    headline = line = why = ""
    if found.fate != PlanFate.STANDING:
        headline, line = fate_sentences(found.fate)
    if found.refusal:
        why = refusal_sentence(found.refusal["message"], found.refusal["params"], context.board)
    ended = format_datetime(found.ended_at, DateFormat.WEEKDAY_TIME)
    return OrderPanel(
        lines=branch_lines(found.as_order, context.board),
        stands=found.fate == PlanFate.STANDING,
        due=context.seat.plan_due_at is not None,
        rest=found.rest is not None,
        headline=headline,
        line=line,
        why=why,
        ended=ended,
    )


def _branch_line(branch: Branch, board: engine.Board, number: int) -> BranchLine:
    said = [condition_text(condition, board) for condition in branch.conditions]
    if said:
        start = _("If %(conditions)s") if number == 0 else _("Else, if %(conditions)s")
        condition = start % {"conditions": phrases.joined(said)}
    else:
        condition = _("Always") if number == 0 else _("Else")
    return BranchLine(condition, _steps(branch.steps, board))


def condition_text(condition: Condition, board: engine.Board) -> str:
    """A condition of an order in words."""
    match condition:
        case RouteOpen(track):
            return _("%(route)s is free") % {"route": _track(track, board)}
        case RouteTaken(track):
            return _("%(route)s is taken") % {"route": _track(track, board)}
        case CardFaceUp(card):
            return _("%(card)s is face up") % {"card": phrases.card_name(card)}
        case CardsHeld(count, card):
            return _("you can pay with %(cards)s") % {"cards": phrases.lexicon().some(card, count)}
    return mechanics.condition_text(condition, board)


def _steps(steps: tuple[Step, ...], board: engine.Board) -> list[str]:
    if steps == (Draw(BLIND), Draw(BLIND)):
        return [_("draw two cards from the deck")]
    return [_step(step, board) for step in steps]


def _step(step: Step, board: engine.Board) -> str:
    match step:
        case ClaimStep():
            return _claim(step, board)
        case PayUpTo():
            return _pay(step)
        case Withdraw():
            return _("withdraw if the tunnel costs more")
        case Draw(source) if source == BLIND:
            return _("draw a card from the deck")
        case Draw(source):
            return _("take the face-up card %(card)s") % {"card": phrases.card_name(source)}
        case Place(place):
            return _("put it in the rack") if place == "rack" else _("take it into your hand")
        case DrawTickets():
            return _("draw tickets")
        case Share(tickets):
            return ngettext(
                "share %(n)d ticket with your team",
                "share %(n)d tickets with your team",
                len(tickets),
            ) % {"n": len(tickets)}
        case Pass():
            return _("pass")
    return mechanics.step_text(step, board)


def _claim(step: ClaimStep, board: engine.Board) -> str:
    track = board.tracks[step.track]
    if step.cards:
        words = {"route": _track(step.track, board), "cards": phrases.cards(Counter(step.cards))}
        return _("claim %(route)s with %(cards)s") % words
    paid = {step.colour: track.length - step.locomotives, LOCOMOTIVE: step.locomotives}
    if step.colour == LOCOMOTIVE:
        paid = {LOCOMOTIVE: track.length}
    words = {"route": _track(step.track, board), "cards": phrases.cards(paid)}
    if step.rack and any(step.rack):
        words["rack"] = phrases.cards({step.colour: step.rack[0], LOCOMOTIVE: step.rack[1]})
        return _("claim %(route)s with %(cards)s, of which %(rack)s from the rack") % words
    return _("claim %(route)s with %(cards)s") % words


def _pay(step: PayUpTo) -> str:
    paid = {step.colour: step.coloured}
    paid[LOCOMOTIVE] = step.locomotives
    words = {"cards": phrases.cards(paid)}
    if step.withdraw:
        return _("pay up to %(cards)s for the tunnel, and withdraw if it costs more") % words
    return _("pay up to %(cards)s for the tunnel") % words


def _track(key: str, board: engine.Board) -> str:
    track = board.tracks[key]
    beside = [
        other for other in board.tracks_of_city[track.a] if {other.a, other.b} == {track.a, track.b}
    ]
    name = city_pair(board, track)
    return f"{name} ({phrases.route_kind(track)})" if len(beside) > 1 else name
