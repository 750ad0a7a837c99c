"""What the order form knows by itself: the present order, and the cards that a route costs."""

from __future__ import annotations

from engine.actions import Claim, Draw, DrawTickets, Withdraw
from engine.board.model import Board
from engine.bots.sparing import claim_cost, needed_tracks
from engine.cards import BLIND, COLOURS, LOCOMOTIVE, Card
from engine.orders.model import (
    Branch,
    CardFaceUp,
    CardsHeld,
    ClaimStep,
    Condition,
    Order,
    PayUpTo,
    RouteOpen,
    Step,
)
from engine.rules.teams import payable_cards
from engine.view import View

Fields = dict[str, str]
"""Fields of one row of the form, by their names without its number."""


def fields_of(order: Order, board: Board) -> Fields:
    """The fields of the form that make an order; none where it cannot be chosen there."""
    rows = [_row_of(branch, board) for branch in order.branches]
    found: Fields = {"rows": str(max(2, len(rows)))}
    for number, row in enumerate(rows):
        if row is None:
            return {}
        found |= {f"{name}{number}": value for name, value in row.items()}
    return found


def payment_for(view: View, track: str, named: str = "") -> Fields:
    """The cards that pay for a track: of the named colour, else those that the tickets spare.

    Empty where sets pay, whose cards the owner must choose.
    """
    route = view.board.tracks.get(track)
    if route is None or route.most_sets or view.seat is None:
        return {}
    held = payable_cards(view, view.seat)

    def paid_with(colour: Card) -> Claim:
        missing = max(0, route.length - held[colour])
        locomotives = max(route.least_locomotives, min(missing, held[LOCOMOTIVE]))
        return Claim(track, colour, min(locomotives, route.most_locomotives))

    colours = [route.colour] if route.colour in COLOURS else COLOURS
    if len(colours) > 1 and named in COLOURS:
        colours = [named]
    needed = needed_tracks(view) if len(colours) > 1 else []
    claim = min(map(paid_with, colours), key=lambda one: claim_cost(view, one, needed))
    paid = {"cards": route.length - claim.locomotives, "locos": claim.locomotives}
    return {"colour": claim.colour, **_counted(paid)}


def _row_of(branch: Branch, board: Board) -> Fields | None:
    conditions = [_condition_of(condition) for condition in branch.conditions]
    move = _move_of(branch.steps, board)
    if move is None or None in conditions or len(conditions) > 2:
        return None
    # Only the first place asks about routes.
    asked = sorted(filter(None, conditions), key=lambda one: not one.startswith("free:"))
    return {**dict(zip(("if", "and"), asked, strict=False)), **move}


def _condition_of(condition: Condition) -> str | None:
    match condition:
        case RouteOpen(track):
            return f"free:{track}"
        case CardFaceUp(card):
            return f"up:{card}"
        case CardsHeld(count, card):
            return f"have:{count}:{card}"
    return None


def _move_of(steps: tuple[Step, ...], board: Board) -> Fields | None:
    match steps:
        case (DrawTickets(),):
            return {"do": "tickets"}
        case (Draw(source),) if source == LOCOMOTIVE:
            return {"do": f"draw:{source}"}
        case (Draw(first), Draw(second)) if second == BLIND:
            return {"do": f"draw:{first}+{second}"}
        case (ClaimStep() as claim,):
            return _claim_of(claim, board)
        case (ClaimStep() as claim, Withdraw()):
            paid = _claim_of(claim, board)
            return paid and {**paid, "withdraw": "1"}
        case (ClaimStep() as claim, PayUpTo() as more) if more.colour in (claim.colour, LOCOMOTIVE):
            paid = _claim_of(claim, board)
            return paid and {**paid, **_more_of(more)}
    return None


def _claim_of(claim: ClaimStep, board: Board) -> Fields | None:
    if claim.cards or claim.rack is not None:
        return None
    length = board.tracks[claim.track].length
    if claim.colour == LOCOMOTIVE:
        return {"do": claim.track, "locos": str(length)}
    paid = {"cards": length - claim.locomotives, "locos": claim.locomotives}
    return {"do": claim.track, "colour": claim.colour, **_counted(paid)}


def _more_of(more: PayUpTo) -> Fields:
    paid = {"more": more.coloured, "morelocos": more.locomotives}
    return _counted(paid) | ({"withdraw": "1"} if more.withdraw else {})


def _counted(paid: dict[str, int]) -> Fields:
    """Numbers as a form has them; none for zero."""
    return {name: str(count) for name, count in paid.items() if count}
