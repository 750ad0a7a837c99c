"""Cards that everybody saw go to a hand or a rack, and has not seen leave (B-4, A-3, A-8).

They follow from public facts alone: how a payment is split between hand and rack is the team's
(A-4), so of each kind as many are taken to have left as may have.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import LOCOMOTIVE

if TYPE_CHECKING:
    from engine.cards import Card, Hand
    from engine.state import State


def pay_shown(
    game: State, seat: int, colour: Card, coloured: int, locomotives: int, from_rack: int = 0
) -> None:
    """Take the cards of a payment, ``from_rack`` of them a rack's, from those that were seen."""
    shown = game.shown_hands[seat]
    if not from_rack:
        if seen := shown[colour]:
            shown[colour] = seen - coloured if seen > coloured else 0
        if locomotives and (seen := shown[LOCOMOTIVE]):
            shown[LOCOMOTIVE] = seen - locomotives if seen > locomotives else 0
    else:
        from_hand = coloured + locomotives - from_rack
        shown_rack = game.shown_racks[game.team_of[seat]]
        for card, count in ((colour, coloured), (LOCOMOTIVE, locomotives)):
            if count:
                hide(shown, card, min(count, from_hand))
                hide(shown_rack, card, min(count, from_rack))


def show_again(
    game: State, seat: int, colour: Card, coloured: int, locomotives: int, from_rack: int
) -> None:
    """Add the cards that come back from a tunnel where it is certain where they went (A-8)."""
    from_hand = coloured + locomotives - from_rack
    for card, count in ((colour, coloured), (LOCOMOTIVE, locomotives)):
        game.shown_hands[seat][card] += max(0, count - from_rack)
        if from_rack:
            game.shown_racks[game.team_of[seat]][card] += max(0, count - from_hand)


def hide(shown: Hand, card: Card, count: int) -> None:
    """Take n cards of a kind from those that were seen, as far as there are any."""
    if count and (seen := shown[card]):
        shown[card] = seen - count if seen > count else 0
