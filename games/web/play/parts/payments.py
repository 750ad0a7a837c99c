"""How a route or a tunnel can be paid for. Derived from the hand: for its owner only.

A payment is listed once for each colour and number of locomotives, from the hand first; which cards
come from the team's rack instead can be chosen for each of them (A-4).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import replace
from urllib.parse import urlencode

from engine import View
from engine.actions import Claim, Pay
from engine.cards import LOCOMOTIVE, Card
from games.web.parts.words import from_hand_and_rack


def claimable(view: View) -> Mapping[str, list[Claim]]:
    """Gets the legal claims of the view's own seat by track; none for a spectator."""
    found: dict[str, list[Claim]] = defaultdict(list)
    if view.seat is not None:
        for action in view.legal_actions():
            if isinstance(action, Claim):
                found[action.track].append(action)
    return found


def payments(view: View, track: str) -> list[Claim]:
    """Gets the legal claims of one track, cheapest first."""
    return sorted(claimable(view).get(track, []), key=lambda claim: _cost(view, claim))


def cheapest(view: View, track: str) -> Claim:
    """Gets the claim of a track that costs least; if none is legal, the one that was meant.

    Few locomotives are cheap, and so is a colour of which many stay in the hand.
    """
    legal = payments(view, track)
    if legal:
        return legal[0]
    colour = view.board.tracks[track].colour
    if colour == "gray" and view.seat is not None:
        hand = view.hands[view.seat]
        colour = max((card for card in hand if card != LOCOMOTIVE), key=lambda card: hand[card])
    return Claim(track, colour)


def extra_payments(view: View) -> list[Pay]:
    """Gets the ways to pay what the open tunnel of the view's own seat asks, cheapest first."""
    assert view.seat is not None
    return [action for action in view.legal_actions() if isinstance(action, Pay)]


def splits(view: View, action: Claim | Pay) -> list[Claim | Pay]:
    """Gets the ways to take the same cards from hand and rack, those with few of the rack first."""
    if view.seat is None or not view.teams:
        return [action]
    colour, coloured = paid_with(view, action)
    shares = [
        (from_rack, locomotives)
        for from_rack in _from_rack(view, colour, coloured)
        for locomotives in _from_rack(view, LOCOMOTIVE, action.locomotives)
    ]
    return [
        replace(action, rack_colour=from_rack, rack_locomotives=locomotives)
        for from_rack, locomotives in sorted(shares, key=lambda share: (sum(share), share[1]))
    ]


def paid_with(view: View, action: Claim | Pay) -> tuple[Card, int]:
    """Gets the colour of a payment and how many of its cards are of it."""
    if isinstance(action, Claim):
        return action.colour, view.board.tracks[action.track].length - action.locomotives
    assert view.tunnel is not None
    return view.tunnel.colour, view.tunnel.asks - action.locomotives


def cards_of(view: View, action: Claim | Pay) -> dict[Card, int]:
    """Gets the cards of a payment by kind."""
    colour, coloured = paid_with(view, action)
    cards = {colour: coloured}
    cards[LOCOMOTIVE] = cards.get(LOCOMOTIVE, 0) + action.locomotives
    return cards


def told(view: View, action: Claim | Pay) -> str:
    """Gets a payment in words; with teams, which cards come from where."""
    colour, _coloured = paid_with(view, action)
    rack = {colour: action.rack_colour}
    rack[LOCOMOTIVE] = rack.get(LOCOMOTIVE, 0) + action.rack_locomotives
    return from_hand_and_rack(view, cards_of(view, action), rack)


def query_of(action: Claim | Pay) -> str:
    """Gets the query that prepares a move with this payment."""
    named = {"do": "pay"}
    if isinstance(action, Claim):
        named = {"do": "claim", "track": action.track, "colour": action.colour}
    named["locomotives"] = str(action.locomotives)
    rack = {"rack_colour": action.rack_colour, "rack_locomotives": action.rack_locomotives}
    return urlencode({**named, **rack} if any(rack.values()) else named)


def _from_rack(view: View, card: Card, count: int) -> Iterator[int]:
    """Gets how many of so many cards of a kind the rack can give, the rest from the hand."""
    assert view.seat is not None
    hand, rack = view.hands[view.seat], view.racks[view.team_of[view.seat]]
    yield from range(max(0, count - hand[card]), min(count, rack[card]) + 1)


def _cost(view: View, claim: Claim) -> tuple[int, int]:
    assert view.seat is not None
    have = view.hands[view.seat][claim.colour]
    if view.teams:
        have += view.racks[view.team_of[view.seat]][claim.colour]
    left = have - cards_of(view, claim)[claim.colour]
    return claim.locomotives, -left
