"""Claims and payments as text: a route, the cards that pay for it, the answer to a tunnel (B-7,
A-4, A-8).
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.actions import Claim, Pay
from engine.board.model import Track
from engine.cards import COLOURS, GRAY, LOCOMOTIVE, Card, in_order
from engine.errors import InvalidAction
from engine.rules import sets
from engine.rules.claiming import locomotive_counts, split_hand_first
from engine.rules.teams import payable_cards
from engine.text import routes
from engine.text.lexicon import Choices, Lexicon
from engine.text.payments import (
    Payment,
    read_payment,
    several_colours,
    several_payments,
    write_cards,
    write_payment,
)
from engine.text.vocabulary import SOURCES, Vocabulary
from engine.view import View

MOST_EXAMPLES = 6
"""This many of the ways to pay with sets are listed to somebody who has to name one."""


def read_claim(text: str, view: View, vocabulary: Vocabulary) -> Claim:
    """The claim that the rest of a command names.

    :raises InvalidAction: if route or payment cannot be read, or more than one is possible.
    """
    track, cards = read_track_and_payment(text, view, vocabulary)
    return _claim(view, track, cards, vocabulary)


def read_track_and_payment(
    text: str, view: View, vocabulary: Vocabulary
) -> tuple[Track, Payment | None]:
    """The track that the rest of a command claims, and the cards if it names any.

    :raises InvalidAction: if route or cards cannot be read, or more than one track is possible.
    """
    with_sets = view.board.has_sets
    if with_sets:
        text = vocabulary.without_sets(text)
    first_error: InvalidAction | None = None
    for route, paid in payment_readings(text, vocabulary):
        try:
            tracks = routes.find_tracks(view, route, vocabulary)
        except InvalidAction as error:
            first_error = first_error or error
            continue
        cards = read_payment(paid, vocabulary, with_sets=with_sets) if paid else None
        return routes.choose_track(
            view, tracks, cards.fits if cards else lambda _: True, vocabulary
        ), cards
    assert first_error
    raise first_error


def write_claim(action: Claim, view: View, vocabulary: Vocabulary) -> str:
    """A claim as text, without the word that begins it."""
    track = view.board.tracks[action.track]
    if action.cards:
        cards = write_cards(action.cards, vocabulary.lexicon)
    else:
        cards = write_payment(
            action.colour,
            track.length - action.locomotives,
            action.locomotives,
            vocabulary.lexicon,
            (action.rack_colour, action.rack_locomotives),
        )
    return f"{routes.write_route(track, view, vocabulary)}: {cards}"


def read_tunnel_payment(text: str, view: View, vocabulary: Vocabulary) -> Pay:
    """The payment for the open tunnel.

    :raises InvalidAction: if there is no open tunnel or the payment does not fit.
    """
    tunnel = view.tunnel
    if tunnel is None:
        raise InvalidAction("pay.no_tunnel")
    ways = _affordable(view, tunnel.colour, tunnel.asks)
    if not text:
        if len(ways) != 1:
            found = [(tunnel.colour, way) for way in ways]
            raise several_payments(found, tunnel.asks, vocabulary.lexicon)
        return Pay(ways[0], *_from_rack(view, tunnel.colour, tunnel.asks, ways[0]))
    cards = read_payment(text, vocabulary)
    if cards.colour not in (tunnel.colour, LOCOMOTIVE):
        raise InvalidAction("pay.colour", colour=tunnel.colour)
    if not cards.counts:
        cards.counts[cards.colour] = tunnel.asks
    if cards.counts.total() != tunnel.asks:
        raise InvalidAction("pay.count", asks=tunnel.asks, given=cards.counts.total())
    locomotives = cards.counts[LOCOMOTIVE]
    if not cards.says_where:
        return Pay(locomotives, *_from_rack(view, tunnel.colour, tunnel.asks, locomotives))
    return Pay(locomotives, *cards.from_rack(tunnel.colour))


def write_tunnel_payment(action: Pay, view: View, lexicon: Lexicon) -> str:
    """A tunnel payment as text, without the word that begins it."""
    tunnel = view.tunnel
    if tunnel is None:
        return ""
    return write_payment(
        tunnel.colour,
        tunnel.asks - action.locomotives,
        action.locomotives,
        lexicon,
        (action.rack_colour, action.rack_locomotives),
    )


def payment_readings(text: str, vocabulary: Vocabulary) -> Iterator[tuple[str, str]]:
    """The ways to split a text into route and payment, the likeliest first."""
    parts = vocabulary.paying.split(text, maxsplit=1)
    if len(parts) == 2 and parts[1].strip():
        yield parts[0].strip(), parts[1].strip()
        return
    text = parts[0].strip()
    words = text.split()
    for place, word in enumerate(words):
        if place and word[0].isdigit() and _is_payment(tail := " ".join(words[place:]), vocabulary):
            yield " ".join(words[:place]), tail
            break
    yield text, ""
    if len(words) > 1 and len(words[-1]) > 1 and vocabulary.meaning(words[-1], SOURCES[1:]):
        yield " ".join(words[:-1]), words[-1]


def _is_payment(text: str, vocabulary: Vocabulary) -> bool:
    try:
        read_payment(text, vocabulary)
    except InvalidAction as error:
        return error.message == "payment.colours"
    return True


def _claim(view: View, track: Track, cards: Payment | None, vocabulary: Vocabulary) -> Claim:
    length = track.length
    if cards is None:
        return _only_claim(view, track, vocabulary)
    check_cards_of(cards, track, vocabulary)
    if cards.has_sets(track):
        return Claim(track.id, cards=in_order(cards.counts.elements()))
    if cards.counts and cards.counts.total() != length:
        raise InvalidAction("payment.count", given=cards.counts.total(), length=length)
    if not cards.counts:
        ways = _affordable_for(view, cards.colour, track)
        fewest = ways[0] if ways else length * (cards.colour == LOCOMOTIVE)
        return _split(view, track, cards.colour, fewest)
    locomotives = cards.counts[LOCOMOTIVE]
    if not cards.says_where:
        return _split(view, track, cards.colour, locomotives)
    return Claim(track.id, cards.colour, locomotives, *cards.from_rack(cards.colour))


def check_cards_of(cards: Payment, track: Track, vocabulary: Vocabulary) -> None:
    """Refuse cards of several colours where no set takes them (B-7, M-3).

    :raises InvalidAction: names the colours.
    """
    if not cards.colour and (not track.most_sets or cards.says_where):
        raise several_colours((card for card in cards.counts if card in COLOURS), vocabulary)


def _only_claim(view: View, track: Track, vocabulary: Vocabulary) -> Claim:
    """The claim of a track where only one payment is possible."""
    if track.most_sets:
        return _only_claim_with_sets(view, track, vocabulary)
    colours = COLOURS if track.colour == GRAY else (track.colour,)
    found = [
        (colour, locomotives)
        for colour in (*colours, LOCOMOTIVE)
        for locomotives in _affordable_for(view, colour, track)
        if (colour == LOCOMOTIVE) == (locomotives == track.length)
    ]
    if len(found) == 1:
        return _split(view, track, *found[0])
    if track.id not in view.open_tracks.by_id:
        # The rules will say that it is taken, which is what the player needs to hear.
        return Claim(track.id, LOCOMOTIVE, track.length)
    raise several_payments(found, track.length, vocabulary.lexicon)


def _only_claim_with_sets(view: View, track: Track, vocabulary: Vocabulary) -> Claim:
    """As :func:`_only_claim`, of a track that sets may pay for (M-3)."""
    assert view.seat is not None
    offer = view.open_tracks.by_id.get(track.id)
    if offer is None:
        return Claim(track.id, LOCOMOTIVE, track.length)
    found = sets.claims_of(offer, view.hands[view.seat])
    if len(found) == 1:
        return found[0]
    if not found:
        raise InvalidAction("payment.none")
    paid = [write_claim(claim, view, vocabulary).split(": ")[1] for claim in found[:MOST_EXAMPLES]]
    raise InvalidAction("payment.ambiguous", payments=Choices(paid))


def _affordable(view: View, colour: Card, length: int) -> list[int]:
    """The numbers of locomotives with which the seat's cards pay n, fewest first."""
    assert view.seat is not None
    return [*locomotive_counts(payable_cards(view, view.seat), colour, length)]


def _affordable_for(view: View, colour: Card, track: Track) -> list[int]:
    """The numbers of locomotives with which the seat's cards pay for a track (M-1, M-2)."""
    assert view.seat is not None
    held = payable_cards(view, view.seat)
    limits = track.least_locomotives, track.most_locomotives
    return [*locomotive_counts(held, colour, track.length, *limits)]


def _split(view: View, track: Track, colour: Card, locomotives: int) -> Claim:
    """The claim that takes cards from the hand first, the rest from the rack (A-4)."""
    racked = _from_rack(view, colour, track.length, locomotives)
    return Claim(track.id, colour, locomotives, *racked)


def _from_rack(view: View, colour: Card, length: int, locomotives: int) -> tuple[int, int]:
    assert view.seat is not None
    return split_hand_first(view, view.seat, colour, length - locomotives, locomotives)
