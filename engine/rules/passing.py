"""The forced pass, the skip by the clock (B-14), and the automatic action of a seat whose time ran
out.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.actions import Action, Draw, Keep, Pass, Place, RackTicket, Skip, Withdraw
from engine.cards import BLIND, LOCOMOTIVE
from engine.errors import IllegalAction
from engine.events import TurnPassed, TurnSkipped
from engine.rules import routes, stations, tickets, turns
from engine.rules.context import EventEmitter, VisibleGame, require_turn


def check_pass(game: VisibleGame, seat: int, action: Pass) -> None:
    """Refuse a pass while anything else is legal; drawing tickets counts (B-14)."""
    require_turn(game, seat)
    if has_other_action(game, seat):
        raise IllegalAction("B-14", "pass.not_needed")


def pass_turn(emitter: EventEmitter, seat: int, action: Pass) -> None:
    """Pass (B-14)."""
    emitter.emit(TurnPassed(seat))
    turns.end_turn(emitter, seat)


def check_skip(game: VisibleGame, seat: int, action: Skip) -> None:
    """Refuse a skip where the clock can draw a card instead, or pass (B-14)."""
    require_turn(game, seat)
    if game.deck_size or any(game.row) or not has_other_action(game, seat):
        raise IllegalAction("B-14", "pass.not_needed")


def skip(emitter: EventEmitter, seat: int, action: Skip) -> None:
    """Skip a turn for the clock; it is no pass, and breaks a row of passes (B-14)."""
    emitter.emit(TurnSkipped(seat))
    turns.end_turn(emitter, seat)


def has_other_action(game: VisibleGame, seat: int) -> bool:
    """Whether a seat can do anything, so that it may not pass (B-14, A-15, M-4)."""
    return bool(
        game.ticket_deck_size
        or game.deck_size
        or any(game.row)
        or (game.teams and game.tickets[seat])
        or routes.can_claim(game, seat)
        or stations.can_build(game, seat)
    )


def automatic_action(game: VisibleGame, seat: int) -> Action:
    """The automatic action for the open decision of a seat; never a claim, never a station (M-4).

    A card blind, else a face-up card (leftmost, no locomotive before there is another); else a
    pass where it is legal, or a skip. Of tickets the fewest allowed, cheapest first, ties in board
    order. The first card goes to the hand, the cheapest ticket to the rack, an open tunnel is
    withdrawn from. Call it again while the seat has a decision open: a draw of two cards is two
    decisions.
    """
    kind = game.pending[seat]
    if kind == "setup" or kind == "keep":
        return _cheapest(game, seat)
    if kind == "place":
        return Place("hand")
    if kind == "rack":
        return RackTicket(_by_price(game, game.tickets[seat])[0])
    if kind == "tunnel":
        return Withdraw()
    if game.deck_size:
        return Draw(BLIND)
    lying = [card for card in game.row if card]
    coloured = [card for card in lying if card != LOCOMOTIVE]
    if coloured or lying:
        return Draw((coloured or lying)[0])
    return Skip() if has_other_action(game, seat) else Pass()


def _cheapest(game: VisibleGame, seat: int) -> Keep:
    offered = game.offered[seat]
    kept = _by_price(game, offered)[: tickets.least_to_keep(game, seat)]
    racked = kept[0] if tickets.must_rack_one(game, seat) else None
    return Keep(tuple(ticket for ticket in offered if ticket in kept), racked)


def _by_price(game: VisibleGame, offered: Sequence[str]) -> list[str]:
    known = game.board.tickets
    return sorted(offered, key=lambda ticket: (known[ticket].points, known[ticket].number))
