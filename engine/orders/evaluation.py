"""Evaluation of an order on the view of its owner, and its steps as actions."""

from __future__ import annotations

from engine.actions import Action, Claim, Pay, Withdraw
from engine.cards import LOCOMOTIVE
from engine.errors import InvalidAction
from engine.orders.model import Branch, ClaimStep, Order, PayUpTo
from engine.rules.claiming import open_equivalent, split_hand_first
from engine.rules.teams import payable_cards
from engine.view import View


def first_true_branch(order: Order, view: View) -> Branch | None:
    """The first branch that holds for the view's own seat, None where none does."""
    return next((branch for branch in order.branches if is_branch_true(branch, view)), None)


def actions_of_order(order: Order, view: View) -> tuple[Action, ...]:
    """Return what an order says for a turn that has come already, up to where a tunnel may ask.

    :raises InvalidAction: if none of its branches holds.
    """
    branch = first_true_branch(order, view)
    if branch is None:
        raise InvalidAction("order.no_branch")
    return actions_of_branch(branch, view)


def is_branch_true(branch: Branch, view: View) -> bool:
    """Whether all conditions of a branch hold."""
    return all(condition.holds(view) for condition in branch.conditions)


def actions_of_branch(branch: Branch, view: View) -> tuple[Action, ...]:
    """The actions of a branch, up to where a tunnel may ask for more (A-8).

    >>> import engine
    >>> from engine.actions import Draw
    >>> board, chance = engine.load_board("usa"), engine.Chance.from_seed(7)
    >>> game = engine.replay(board, engine.setup_events(board, seats=2, chance=chance))
    >>> actions_of_branch(Branch((), (Draw("red"), Draw("blind"))), engine.view(game, 0))
    (Draw(source='red'), Draw(source='blind'))
    """
    steps: tuple[ClaimStep | PayUpTo | Action, ...] = branch.steps
    if isinstance(steps[0], ClaimStep):
        return (claim_of_step(steps[0], view),)
    return tuple(step for step in steps if not isinstance(step, ClaimStep | PayUpTo))


def tunnel_step_of(branch: Branch) -> PayUpTo | Withdraw | None:
    """The step of a branch for a tunnel that asks for more, None where it has none."""
    last = branch.steps[-1]
    return last if len(branch.steps) > 1 and isinstance(last, PayUpTo | Withdraw) else None


def claim_of_step(buy: ClaimStep, view: View) -> Claim:
    """The claim that a step means: of tracks that are alike, the first that is open."""
    assert view.seat is not None
    track = open_equivalent(view, buy.track)
    if buy.cards:
        return Claim(track.id, cards=buy.cards)
    coloured = track.length - buy.locomotives
    rack = buy.rack
    if rack is None:
        rack = split_hand_first(view, view.seat, buy.colour, coloured, buy.locomotives)
    return Claim(track.id, buy.colour, buy.locomotives, *rack)


def tunnel_answer(step: PayUpTo | Withdraw, view: View) -> Pay | Withdraw | None:
    """The answer to the open tunnel, None where the step does not foresee what it asks."""
    if isinstance(step, Withdraw):
        return step
    assert view.seat is not None
    assert view.tunnel is not None
    colour, asks = view.tunnel.colour, view.tunnel.asks
    held = payable_cards(view, view.seat)
    coloured = 0 if step.colour != colour else min(step.coloured, held[colour], asks)
    if colour == LOCOMOTIVE:
        coloured = 0
    locomotives = asks - coloured
    if locomotives > min(step.locomotives, held[LOCOMOTIVE]):
        return Withdraw() if step.withdraw else None
    return Pay(locomotives, *split_hand_first(view, view.seat, colour, coloured, locomotives))
