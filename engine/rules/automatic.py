"""What the clock does for a seat that let its time run out: the smallest move there is."""

from __future__ import annotations

from collections.abc import Sequence

from engine.actions import Action, Draw, Keep, Pass, Place, RackTicket, Skip, Withdraw
from engine.cards import BLIND, LOCOMOTIVE
from engine.rules import passing, tickets
from engine.rules.sight import Sight


def automatic_action(game: Sight, seat: int) -> Action:
    """Gets the automatic action for the open decision of a seat; never a claim.

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
    return Skip() if passing.can_act(game, seat) else Pass()


def _cheapest(game: Sight, seat: int) -> Keep:
    offered = game.offered[seat]
    kept = _by_price(game, offered)[: tickets.fewest(game, seat)]
    racks = game.board.teams is not None and game.pending[seat] == "keep"
    return Keep(tuple(ticket for ticket in offered if ticket in kept), kept[0] if racks else None)


def _by_price(game: Sight, offered: Sequence[str]) -> list[str]:
    known = game.board.tickets
    return sorted(offered, key=lambda ticket: (known[ticket].points, known[ticket].number))
