"""Paying from the hand and from the team's rack in any mix (A-4)."""

from __future__ import annotations

from engine.actions import Claim, Pay
from engine.cards import LOCOMOTIVE, Card
from engine.errors import IllegalAction
from engine.rules.sight import Sight


def hand_first(
    game: Sight, seat: int, colour: Card, coloured: int, locomotives: int
) -> tuple[int, int]:
    """Gets how many of a payment the rack pays in the one split that is listed: hand first.

    The two numbers are coloured cards and locomotives. Without teams there is no rack.
    """
    hand = game.hands[seat]
    return max(0, coloured - hand[colour]), max(0, locomotives - hand[LOCOMOTIVE])


def check_split(game: Sight, seat: int, colour: Card, coloured: int, action: Claim | Pay) -> None:
    """Refuses a payment of which hand or rack does not hold its share (B-7, A-4)."""
    if not game.teams:
        if action.rack_colour or action.rack_locomotives:
            raise IllegalAction("A-4", "claim.no_rack")
        hand, rack = game.hands[seat], None
    else:
        hand, rack = game.hands[seat], game.racks[game.team_of[seat]]
    from_rack, locomotives_from_rack = action.rack_colour, action.rack_locomotives
    if not (0 <= from_rack <= coloured and 0 <= locomotives_from_rack <= action.locomotives):
        raise IllegalAction("A-4", "claim.rack_more_than_paid")
    if hand[colour] < coloured - from_rack:
        raise IllegalAction(
            "B-7",
            "claim.too_few_cards",
            colour=colour,
            needed=coloured - from_rack,
            held=hand[colour],
        )
    if hand[LOCOMOTIVE] < action.locomotives - locomotives_from_rack:
        raise IllegalAction(
            "B-7",
            "claim.too_few_locomotives",
            needed=action.locomotives - locomotives_from_rack,
            held=hand[LOCOMOTIVE],
        )
    if rack is not None and (rack[colour] < from_rack or rack[LOCOMOTIVE] < locomotives_from_rack):
        raise IllegalAction("A-4", "claim.rack_too_few", colour=colour)
