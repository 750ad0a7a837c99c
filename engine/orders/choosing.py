"""Judging an order on the view of its owner, and turning its steps into actions."""

from __future__ import annotations

from engine.actions import Action, Claim, Pay, Withdraw
from engine.board.model import Track
from engine.cards import LOCOMOTIVE
from engine.errors import InvalidAction
from engine.orders.order import Branch, Buy, Condition, FaceUp, Free, Order, PayUpTo, Taken
from engine.rules.payment import hand_first
from engine.rules.teams import funds
from engine.view import View


def choose(order: Order, view: View) -> Branch | None:
    """Gets the first branch that holds for the view's own seat, None where none does."""
    return next((branch for branch in order.branches if holds(branch, view)), None)


def move_of(order: Order, view: View) -> tuple[Action, ...]:
    """Gets what an order says for a turn that has come already, up to where a tunnel may ask.

    :raises InvalidAction: if none of its branches holds.
    """
    branch = choose(order, view)
    if branch is None:
        raise InvalidAction("order.no_branch")
    return actions_of(branch, view)


def holds(branch: Branch, view: View) -> bool:
    """Whether all conditions of a branch hold."""
    return all(_is_so(condition, view) for condition in branch.conditions)


def actions_of(branch: Branch, view: View) -> tuple[Action, ...]:
    """Gets the actions of a branch, up to where a tunnel may ask for more (A-8).

    >>> import engine
    >>> from engine.actions import Draw
    >>> board, chance = engine.load_board("usa"), engine.Chance.from_seed(7)
    >>> game = engine.replay(board, engine.start(board, seats=2, chance=chance))
    >>> actions_of(Branch((), (Draw("red"), Draw("blind"))), engine.view(game, 0))
    (Draw(source='red'), Draw(source='blind'))
    """
    steps: tuple[Buy | PayUpTo | Action, ...] = branch.steps
    if isinstance(steps[0], Buy):
        return (claim_of(steps[0], view),)
    return tuple(step for step in steps if not isinstance(step, Buy | PayUpTo))


def rest_of(branch: Branch) -> PayUpTo | Withdraw | None:
    """Gets what a branch says about a tunnel that asks for more, None where it says nothing."""
    last = branch.steps[-1]
    return last if len(branch.steps) > 1 and isinstance(last, PayUpTo | Withdraw) else None


def claim_of(buy: Buy, view: View) -> Claim:
    """Gets the claim that a step means: of tracks that are alike, the first that is open."""
    assert view.seat is not None
    track = standing_for(view.board.tracks[buy.track], view)
    coloured = track.length - buy.locomotives
    rack = buy.rack
    if rack is None:
        rack = (0, 0)
        if view.teams:
            rack = hand_first(view, view.seat, buy.colour, coloured, buy.locomotives)
    return Claim(track.id, buy.colour, buy.locomotives, *rack)


def answer_of(step: PayUpTo | Withdraw, view: View) -> Pay | Withdraw | None:
    """Gets the answer to the open tunnel, None where the step does not foresee what it asks."""
    if isinstance(step, Withdraw):
        return step
    assert view.seat is not None
    assert view.tunnel is not None
    colour, asks = view.tunnel.colour, view.tunnel.asks
    held = funds(view, view.seat)
    coloured = 0 if step.colour != colour else min(step.coloured, held[colour], asks)
    if colour == LOCOMOTIVE:
        coloured = 0
    locomotives = asks - coloured
    if locomotives > min(step.locomotives, held[LOCOMOTIVE]):
        return Withdraw() if step.withdraw else None
    rack = (0, 0)
    if view.teams:
        rack = hand_first(view, view.seat, colour, coloured, locomotives)
    return Pay(locomotives, *rack)


def standing_for(track: Track, view: View) -> Track:
    """Gets an open track that is like this one: a gray twin will do where the first is taken."""
    if track.id in view.lanes.open:
        return track
    alike = (
        other
        for other in view.board.tracks_of_city[track.a]
        if (other.group, other.colour, other.kind) == (track.group, track.colour, track.kind)
        and other.id in view.lanes.open
    )
    return next(alike, track)


def _is_so(condition: Condition, view: View) -> bool:
    match condition:
        case Free(track):
            return _is_open(track, view)
        case Taken(track):
            return not _is_open(track, view)
        case FaceUp(card):
            return card in view.row
    assert view.seat is not None
    return funds(view, view.seat)[condition.card] >= condition.count


def _is_open(track: str, view: View) -> bool:
    return standing_for(view.board.tracks[track], view).id in view.lanes.open
