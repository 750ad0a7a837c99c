"""Validation of an order: refuses one that could never be carried out as it is written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.actions import BuildStation, Draw, DrawTickets, Pass, Place, Share, Withdraw
from engine.cards import CARD_COUNTS, CARDS, LOCOMOTIVE, Hand
from engine.errors import InvalidAction
from engine.orders.evaluation import claim_of_step
from engine.orders.model import Branch, ClaimStep, Order, PayUpTo, Step
from engine.rules.legal import check_action
from engine.view import View


def check_shape(order: Order, view: View) -> None:
    """Refuse an order whose steps do not make a turn of this board (B-3, A-3, A-8).

    :raises InvalidAction: says which step is too many, or lacking.
    """
    for number, branch in enumerate(order.branches, 1):
        if not branch.conditions and number < len(order.branches):
            raise InvalidAction("order.unreachable")
        _check_turn(branch, view)


def check_order(order: Order, view: View) -> None:
    """Refuse an order that no cards and no luck could make legal, as far as its owner can know.

    :raises IllegalAction: if a step is against a rule, whatever the seat will hold by then.
    """
    lucky = _with_all_cards(view)
    assert lucky.seat is not None
    for branch in order.branches:
        first = branch.steps[0]
        if isinstance(first, ClaimStep):
            check_action(lucky, lucky.seat, claim_of_step(first, lucky))
        elif isinstance(first, Draw | DrawTickets | Share | BuildStation):
            check_action(lucky, lucky.seat, first)
        for step in branch.steps[1:]:
            if isinstance(step, Draw):
                check_action(replace(lucky, pending={lucky.seat: "second"}), lucky.seat, step)


def _check_turn(branch: Branch, view: View) -> None:
    first, *rest = branch.steps
    match first:
        case Draw(source):
            _check_draws(source, rest, racks=bool(view.teams))
        case ClaimStep():
            _check_tunnel(first, rest, view)
        case DrawTickets() | Share() | Pass() | BuildStation():
            if rest:
                raise InvalidAction("order.turn_over")
        case _:
            raise InvalidAction("order.first")


def _check_draws(source: str, rest: Sequence[Step], *, racks: bool) -> None:
    if rest and source == LOCOMOTIVE:
        raise InvalidAction("order.turn_over")
    places = [step for step in rest[:1] if isinstance(step, Place)]
    draws = rest[len(places) :]
    if (places and not racks) or not all(isinstance(step, Draw) for step in draws):
        raise InvalidAction("order.turn_over")
    if len(draws) > 1:
        raise InvalidAction("draw.too_many")
    if draws and racks and not places:
        raise InvalidAction("order.place")


def _check_tunnel(buy: ClaimStep, rest: Sequence[Step], view: View) -> None:
    tunnel = view.board.tracks[buy.track].turns_up
    if not tunnel:
        if rest:
            raise InvalidAction("order.turn_over")
        return
    if len(rest) != 1 or not isinstance(answer := rest[0], PayUpTo | Withdraw):
        raise InvalidAction("order.tunnel")
    if isinstance(answer, PayUpTo) and answer.colour not in (buy.colour, LOCOMOTIVE):
        raise InvalidAction("pay.colour", colour=buy.colour)


def _with_all_cards(view: View) -> View:
    """The view as it would be if the seat were to move, held everything and saw every card."""
    assert view.seat is not None
    full: Hand = {card: CARD_COUNTS[card] for card in CARDS}
    hands = [full if seat == view.seat else hand for seat, hand in enumerate(view.hands)]
    return replace(
        view,
        pending={view.seat: "turn"},
        row=[*CARDS],
        deck_size=max(1, view.deck_size),
        hands=hands,
        racks=[dict(full) for _ in view.racks],
    )
