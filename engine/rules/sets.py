"""Sets of any cards that stand in for one card each (M-3).

A payment with k sets has k cards less outside them, which follow M-1 and B-7, and k sets of any
cards. Only the cards count: how they are grouped into sets is nobody's choice.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from engine.actions import Claim
from engine.board.model import Track
from engine.cards import (
    CARD_COUNTS,
    CARDS,
    COLOURS,
    LOCOMOTIVE,
    NO_COLOUR,
    Card,
    Hand,
    in_order,
)
from engine.claim_indexes import OWN, SetsIndex, TrackClaims, Way, hand_place
from engine.errors import IllegalAction

LOCO: Final = len(COLOURS)
"""The place of the locomotive among the counts of a hand, and that of gray among colours."""
REMEMBERED: Final = 2048
"""At most this many claims with sets of a track are kept, for small hands."""
BITS: Final = 4
"""The bits for the count of one kind in a payment; nobody has more than 14 cards of a kind."""
MANY: Final = (1 << BITS) - 1
UNITS: Final = [1 << BITS * place for place in range(len(CARDS))]
"""One card of each kind as a payment."""

Counts = list[int]
"""Numbers of cards in the order of :data:`engine.cards.CARDS`."""
Payment = int
"""The counts of the cards that are paid as one number, the first kind in the lowest bits."""
Ways = tuple[Way, ...]
Firsts = list[Payment]
"""The first n cards of a hand, for each n, in the order in which sets take them."""
_NAMES: Final = [[(card,) * n for n in range(CARD_COUNTS[card] + 1)] for card in CARDS]


def _rank(place: int, height: int) -> int:
    """When sets take the card of a kind of which n are left: those of low rank first."""
    return place + len(CARDS) * (MANY - height if place < LOCO else MANY)


_RANKS: Final = [
    [[_rank(place, height) for height in range(1, n + 1)] for n in range(CARD_COUNTS[card] + 1)]
    for place, card in enumerate(CARDS)
]
_UNIT_OF_RANK: Final = UNITS * (MANY + 1)


def legal_claims(index: SetsIndex, hand: Hand, trains: int) -> list[Claim]:
    """The claims of tracks that sets may pay for: colour by colour, short tracks before long ones.

    Of a track those with fewest cards come first, then those with fewest locomotives. For each
    number of sets and each payment outside them one claim is listed, with the cards in the sets
    that :func:`_fill` takes.
    """
    counts = [*hand.values()]
    total, owned = sum(counts), counts[:LOCO]
    found: list[Claim] = []
    most = max(owned)
    base = counts[LOCO] * len(OWN)
    if total < index.fewest_cards[base + most]:
        return found
    # Of gray tracks any colour pays for, so the one of which there is most.
    owned.append(most)
    firsts: Firsts = []
    for place, fewest, offers in index.groups:
        own = base + owned[place]
        if total < fewest[own]:
            continue
        for offer in offers:
            if total >= offer.fewest_cards[own] and offer.length <= trains:
                _list_claims(offer, offer.ways[own], counts, total, firsts, found)
    return found


def claims_of(offer: TrackClaims, hand: Hand) -> list[Claim]:
    """The claims of one track that a hand pays for, in the order of :func:`legal_claims`."""
    counts = [*hand.values()]
    own = max(counts[:LOCO]) if offer.colour_place == LOCO else counts[offer.colour_place]
    found: list[Claim] = []
    _list_claims(offer, offer.ways[hand_place(counts[LOCO], own)], counts, sum(counts), [], found)
    return found


def _list_claims(
    offer: TrackClaims, ways: Ways, counts: Counts, total: int, firsts: Firsts, found: list[Claim]
) -> None:
    """Append the claims of a track that a hand of ``total`` cards pays for in these ways.

    ``firsts`` is that of :func:`_order_in_sets`, or empty as long as nobody needed it.
    """
    plain = offer.plain
    if not plain:
        _list_gray(offer, ways, counts, total, firsts, found)
        return
    place, known = offer.colour_place, offer.with_sets
    last = 0
    for cards, locomotives, coloured, filled in ways:
        if cards > total:
            break
        if not filled:
            found.append(plain[locomotives])
            continue
        if not firsts:
            _order_in_sets(counts, firsts)
        payment = _fill(firsts, place, coloured, filled) + locomotives * UNITS[LOCO]
        # Where the colours run out, sets take locomotives: then the next way pays the same.
        if payment != last:
            found.append(known.get(payment) or _claim(offer, payment))
            last = payment


def _list_gray(
    offer: TrackClaims, ways: Ways, counts: Counts, total: int, firsts: Firsts, found: list[Claim]
) -> None:
    """Append the claims of a track outside whose sets any one colour pays (B-7, M-3)."""
    payments: dict[Payment, None] = {}
    for cards, locomotives, coloured, filled in ways:
        if cards > total:
            break
        if not filled:
            _list_without_sets(offer, coloured, locomotives, counts, found)
            continue
        if not firsts:
            _order_in_sets(counts, firsts)
        added = locomotives * UNITS[LOCO]
        if not coloured or cards == total:
            payments[firsts[coloured + filled] + added] = None
        else:
            # Two groupings of the same cards are one payment.
            for place in range(LOCO):
                if counts[place] >= coloured:
                    payments[_fill(firsts, place, coloured, filled) + added] = None
    known = offer.with_sets
    found += [known.get(payment) or _claim(offer, payment) for payment in payments]


def _list_without_sets(
    offer: TrackClaims, coloured: int, locomotives: int, counts: Counts, found: list[Claim]
) -> None:
    """Append the claims of a gray track without a set and with n locomotives (B-7, M-1)."""
    if not coloured:
        found.append(offer.locomotives)
        return
    for place, claims in enumerate(offer.claims.values()):
        if counts[place] >= coloured:
            found.append(claims[locomotives])


def _order_in_sets(counts: Counts, firsts: Firsts) -> None:
    """Fill in what sets take first of a hand, up to all its cards.

    They take card by card from the colour of which most are left, ties in B-1's order, and
    locomotives when there is nothing else.
    """
    ranks: list[int] = []
    for of_kind, count in zip(_RANKS, counts, strict=True):
        if count:
            ranks += of_kind[count]
    ranks.sort()
    paid = 0
    firsts.append(paid)
    for rank in ranks:
        paid += _UNIT_OF_RANK[rank]
        firsts.append(paid)


def _fill(firsts: Firsts, place: int, coloured: int, filled: int) -> Payment:
    """Cards of a colour, and sets of the rest in the order of :func:`_order_in_sets`."""
    # What is paid outside the sets are the cards that they would have taken first.
    outside, shift = 0, BITS * place
    while outside < coloured and firsts[filled + outside] >> shift & MANY > outside:
        outside += 1
    return firsts[filled + outside] + (coloured - outside) * UNITS[place]


def _claim(offer: TrackClaims, payment: Payment) -> Claim:
    """The claim of a track that pays these numbers of cards of each kind, made and kept."""
    known = offer.with_sets
    if len(known) >= REMEMBERED:
        known.clear()
    claim = known[payment] = Claim(offer.track, NO_COLOUR, 0, 0, 0, _cards(payment))
    return claim


@lru_cache(8 * REMEMBERED)
def _cards(payment: Payment) -> tuple[Card, ...]:
    cards: tuple[Card, ...] = ()
    for names in _NAMES:
        cards += names[payment & MANY]
        payment >>= BITS
    return cards


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
