"""Sets of any cards that stand in for one card each (M-3).

A payment with k sets has k cards less outside them, which follow M-1 and B-7, and k sets of any
cards. Only the cards count: how they are grouped into sets is nobody's choice.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from operator import itemgetter
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
from engine.claim_indexes import SetsIndex, TrackClaims
from engine.errors import IllegalAction

LOCO: Final = len(COLOURS)
"""The place of the locomotive among the counts of a hand, and that of gray among colours."""
REMEMBERED: Final = 32768
"""So many claims with sets are kept for when they are listed again: those of small hands."""

Counts = list[int]
"""Numbers of cards in the order of :data:`engine.cards.CARDS`."""
Payment = tuple[int, ...]
"""The counts of the cards that are paid, in the same order."""
_LOCOMOTIVES: Final = itemgetter(LOCO)
_NAMES: Final = [[(card,) * n for n in range(CARD_COUNTS[card] + 1)] for card in CARDS]


def legal_claims(index: SetsIndex, hand: Hand, trains: int) -> list[Claim]:
    """The claims of tracks that sets may pay for: colour by colour, short tracks before long ones.

    Of a track those with fewest cards come first, then those with fewest locomotives. For each
    number of sets and each payment outside them one claim is listed, with the cards in the sets
    that :func:`_fill` takes.
    """
    counts = [*hand.values()]
    total, held = sum(counts), counts[LOCO]
    room = trains if trains < total else total
    found: list[Claim] = []
    for place, most_sets, offers in index.groups:
        own = counts[place] if place != LOCO else max(counts[:LOCO])
        # Outside sets there are cards of one colour and locomotives alone.
        useful = own + held
        reach = useful + most_sets
        if room < reach:
            reach = room
        for offer in offers:
            length = offer.length
            if length > reach:
                break
            if useful + (total - length) // offer.added >= length:
                _list_claims(offer, own, counts, total, found)
    return found


def claims_of(offer: TrackClaims, hand: Hand) -> list[Claim]:
    """The claims of one track that a hand pays for, in the order of :func:`legal_claims`."""
    counts = [*hand.values()]
    found: list[Claim] = []
    own = max(counts[:LOCO]) if offer.colour_place == LOCO else counts[offer.colour_place]
    _list_claims(offer, own, counts, sum(counts), found)
    return found


def _list_claims(
    offer: TrackClaims, own: int, counts: Counts, total: int, found: list[Claim]
) -> None:
    """Append the claims of a track that a hand of so many cards pays for.

    ``own`` is the largest number of cards of one colour that may be outside sets.
    """
    held, plain = counts[LOCO], offer.plain
    level = 0
    payments: list[Payment] = []
    for cards, locomotives, coloured, filled in offer.ways:
        if cards > total:
            break
        if locomotives > held or coloured > own:
            continue
        if not filled:
            if plain:
                found.append(plain[locomotives])
            else:
                _list_gray(offer, coloured, locomotives, counts, found)
            continue
        if payments and cards > level:
            found += _claims(offer.track, payments)
            payments = []
        level = cards
        if cards == total:
            payments.append(tuple(counts))
            break
        if plain or not coloured:
            payments.append(_fill(counts, offer.colour_place, coloured, locomotives, filled))
            continue
        for place in range(LOCO):
            if counts[place] >= coloured:
                payments.append(_fill(counts, place, coloured, locomotives, filled))
    if payments:
        found += _claims(offer.track, payments)


def _claims(track: str, payments: list[Payment]) -> list[Claim]:
    """The claims of payments with equally many cards, those with fewest locomotives first."""
    if len(payments) == 1:
        return [_claim(track, payments[0])]
    # Two groupings of the same cards are one payment; and where colours run out, sets take
    # locomotives too.
    payments = [*dict.fromkeys(payments)]
    payments.sort(key=_LOCOMOTIVES)
    return [_claim(track, payment) for payment in payments]


def _list_gray(
    offer: TrackClaims, coloured: int, locomotives: int, counts: Counts, found: list[Claim]
) -> None:
    """Append the claims of a gray track without a set and with so many locomotives (B-7, M-1)."""
    if not coloured:
        found.append(offer.locomotives)
        return
    for place, claims in enumerate(offer.claims.values()):
        if counts[place] >= coloured:
            found.append(claims[locomotives])


def _fill(counts: Counts, place: int, coloured: int, locomotives: int, filled: int) -> Payment:
    """The counts of a payment: so many cards of a colour and locomotives, and sets of the rest.

    The sets are filled card by card from the colour of which most are left, ties in B-1's order,
    locomotives last.
    """
    left, paid = counts[:LOCO], [0] * len(CARDS)
    if coloured:
        left[place] -= coloured
        paid[place] = coloured
    for taken in range(filled):
        most = max(left)
        if not most:
            locomotives += filled - taken
            break
        fullest = left.index(most)
        left[fullest] = most - 1
        paid[fullest] += 1
    paid[LOCO] = locomotives
    return tuple(paid)


@lru_cache(REMEMBERED)
def _claim(track: str, payment: Payment) -> Claim:
    return Claim(track, NO_COLOUR, 0, 0, 0, _cards(payment))


@lru_cache(REMEMBERED)
def _cards(payment: Payment) -> tuple[Card, ...]:
    purple, white, blue, yellow, orange, black, red, green, locomotive = _NAMES
    a, b, c, d, e, f, g, h, n = payment
    cards = purple[a] + white[b] + blue[c] + yellow[d] + orange[e] + black[f] + red[g] + green[h]
    return cards + locomotive[n]


def check_cards(hand: Hand, action: Claim, track: Track) -> None:
    """Refuse a payment named by kind that M-3 does not allow, or that the hand does not hold."""
    if action.colour or action.locomotives or action.rack_colour or action.rack_locomotives:
        raise IllegalAction("M-3", "claim.cards_alone", track=track.id)
    if not track.most_sets:
        raise IllegalAction("M-3", "claim.no_sets", track=track.id)
    cards = action.cards
    paid = {card: cards.count(card) for card in CARDS if card in cards}
    for card in cards:
        if card not in paid:
            raise IllegalAction("B-7", "claim.no_colour", colour=card)
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
    length = track.length
    sets, odd = divmod(sum(paid.values()) - length, track.set_size - 1)
    if odd or not 0 <= sets <= track.most_sets:
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
    colours = (track.colour,) if track.colour in COLOURS else COLOURS
    if coloured and not any(paid.get(colour, 0) >= coloured for colour in colours):
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
