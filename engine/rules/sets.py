"""Sets of any cards that stand in for one card each (M-3).

A payment with k sets has k cards less outside them, which follow M-1 and B-7, and k sets of any
cards. Only the cards count: how they are grouped into sets is nobody's choice.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from engine.actions import Claim
from engine.board.model import Track
from engine.cards import COLOURS, LOCOMOTIVE, Card, Hand, in_order
from engine.errors import IllegalAction

Way = tuple[int, int, int, int]
"""Cards in all; of those outside sets the locomotives and the coloured ones; cards in sets."""


@cache
def _ways(track: Track) -> tuple[Way, ...]:
    """The ways to pay for a track that takes sets, fewest cards first, then locomotives (M-3)."""
    found: list[Way] = []
    for sets in range(track.most_sets + 1):
        outside, filled = track.length - sets, sets * track.set_size
        least = max(0, track.least_locomotives - sets)
        most = min(outside, max(0, track.most_locomotives - sets))
        found += [(outside + filled, n, outside - n, filled) for n in range(least, most + 1)]
    return tuple(found)


def claims_of(track: Track, hand: Hand) -> list[Claim]:
    """The claims of a track that a hand pays for with or without sets.

    Those with fewest cards come first, then those with fewest locomotives. For each number of sets
    and each payment outside them one claim is listed, with the cards in the sets that
    :func:`_fill` takes. Two groupings of the same cards are one claim.
    """
    total = sum(hand.values())
    colours = (track.colour,) if track.colour in COLOURS else COLOURS
    found: dict[Claim, None] = {}
    for cards, locomotives, coloured, filled in _ways(track):
        if cards > total or locomotives > hand[LOCOMOTIVE]:
            continue
        for colour in colours if coloured else (LOCOMOTIVE,):
            if hand[colour] < coloured:
                continue
            if filled:
                paid = [colour] * coloured + [LOCOMOTIVE] * locomotives
                claim = Claim(
                    track.id, cards=in_order(paid + _fill(hand, colour, coloured, filled))
                )
            else:
                claim = Claim(track.id, colour, locomotives)
            found[claim] = None
    return [*found]


def _fill(hand: Hand, colour: Card, coloured: int, filled: int) -> list[Card]:
    """The cards that sets take from a hand, of which so many of a colour are already paid.

    They take card by card from the colour of which most are left, ties in B-1's order, and
    locomotives when there is nothing else.
    """
    left = [
        (-count, place)
        for place, card in enumerate(COLOURS)
        for count in range(1, hand[card] - (coloured if card == colour else 0) + 1)
    ]
    left.sort()
    taken = [COLOURS[place] for _, place in left[:filled]]
    return taken + [LOCOMOTIVE] * (filled - len(taken))


def check_cards(hand: Hand, action: Claim, track: Track) -> None:
    """Refuse a payment named by kind that M-3 does not allow, or that the hand does not hold."""
    if action.colour or action.locomotives or action.rack_colour or action.rack_locomotives:
        raise IllegalAction("M-3", "claim.cards_alone", track=track.id)
    if not track.most_sets:
        raise IllegalAction("M-3", "claim.no_sets", track=track.id)
    cards = action.cards
    paid: dict[Card, int] = {}
    for card in cards:
        if card not in hand:
            raise IllegalAction("B-7", "claim.no_colour", colour=card)
        paid[card] = paid.get(card, 0) + 1
    for card, count in paid.items():
        if hand[card] < count:
            raise IllegalAction(
                "B-7", "claim.too_few_cards", colour=card, needed=count, held=hand[card]
            )
    if (fault := fault_of(paid, track)) is not None:
        raise fault


def fault_of(paid: Mapping[Card, int], track: Track) -> IllegalAction | None:
    """The ruling by which cards do not pay for a track that takes sets, None where they do (M-3).

    ``paid`` has the number of each kind of card; those that are not there may be missing.
    """
    length, added = track.length, track.set_size - 1
    more = sum(paid.values()) - length
    sets = more // added
    if sets * added != more or not 0 <= sets <= track.most_sets:
        return IllegalAction(
            "M-3", "claim.sets_count", track=track.id, length=length, size=track.set_size
        )
    outside = length - sets
    least = max(0, track.least_locomotives - sets)
    # As many locomotives as may stand outside the sets leave the colour least to do.
    most = min(max(0, track.most_locomotives - sets), outside)
    locomotives = min(paid.get(LOCOMOTIVE, 0), most)
    if locomotives < least:
        return IllegalAction("M-1", "claim.ferry_needs_locomotives", track=track.id, least=least)
    coloured = outside - locomotives
    if track.colour in COLOURS:
        own = paid.get(track.colour, 0)
    else:
        own = max([paid.get(colour, 0) for colour in COLOURS])
    if own < coloured:
        return IllegalAction("M-3", "claim.outside_sets", track=track.id, outside=outside)
    return None


def normalised(action: Claim, length: int) -> Claim:
    """A claim without sets by colour and locomotives, one with sets by its cards in order."""
    if len(action.cards) > length:
        ordered = in_order(action.cards)
        return action if ordered == action.cards else Claim(action.track, cards=ordered)
    coloured = [card for card in action.cards if card != LOCOMOTIVE]
    if not coloured:
        return Claim(action.track, LOCOMOTIVE, length)
    return Claim(action.track, coloured[0], length - len(coloured))
