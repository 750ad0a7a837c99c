"""Commands that pay: claiming a route, and what an open tunnel asks (B-7, A-4, A-8)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.actions import Claim, Pay
from engine.board.model import Track
from engine.cards import COLOURS, GRAY, LOCOMOTIVE, Card
from engine.errors import InvalidAction
from engine.rules.payment import hand_first
from engine.rules.teams import funds
from engine.text import payment, places
from engine.text.lexicon import Choices, Lexicon
from engine.text.payment import Payment
from engine.text.vocabulary import SOURCES, Vocabulary
from engine.view import View


def read_claim(text: str, view: View, vocabulary: Vocabulary) -> Claim:
    """Gets the claim that the rest of a command names.

    :raises InvalidAction: if route or payment cannot be read, or more than one is possible.
    """
    track, cards = read_laid_down(text, view, vocabulary)
    return _claim(view, track, cards, vocabulary)


def read_laid_down(text: str, view: View, vocabulary: Vocabulary) -> tuple[Track, Payment | None]:
    """Gets the track that the rest of a command claims, and the cards if it names any.

    :raises InvalidAction: if route or cards cannot be read, or more than one track is possible.
    """
    first_error: InvalidAction | None = None
    for route, paid in _readings(text, vocabulary):
        try:
            tracks = places.tracks(view, route, vocabulary)
        except InvalidAction as error:
            first_error = first_error or error
            continue
        cards = payment.read(paid, vocabulary) if paid else None
        return places.one(view, tracks, cards.fits if cards else lambda _: True, vocabulary), cards
    assert first_error
    raise first_error


def write_claim(action: Claim, view: View, vocabulary: Vocabulary) -> str:
    """Gets a claim as text, without the word that begins it."""
    track = view.board.tracks[action.track]
    cards = payment.write(
        action.colour,
        track.length - action.locomotives,
        action.locomotives,
        (action.rack_colour, action.rack_locomotives),
        vocabulary.lexicon,
    )
    return f"{places.phrase(track, view, vocabulary)}: {cards}"


def read_pay(text: str, view: View, vocabulary: Vocabulary) -> Pay:
    """Gets the payment for the open tunnel.

    :raises InvalidAction: if there is no open tunnel or the payment does not fit.
    """
    tunnel = view.tunnel
    if tunnel is None:
        raise InvalidAction("pay.no_tunnel")
    ways = _affordable(view, tunnel.colour, tunnel.asks)
    if not text:
        if len(ways) != 1:
            raise _which(tunnel.colour, tunnel.asks, ways, vocabulary.lexicon)
        return Pay(ways[0], *_from_rack(view, tunnel.colour, tunnel.asks, ways[0]))
    cards = payment.read(text, vocabulary)
    if cards.colour not in (tunnel.colour, LOCOMOTIVE):
        raise InvalidAction("pay.colour", colour=tunnel.colour)
    if not cards.counts:
        cards.counts[cards.colour] = tunnel.asks
    if cards.counts.total() != tunnel.asks:
        raise InvalidAction("pay.count", asks=tunnel.asks, given=cards.counts.total())
    locomotives = cards.counts[LOCOMOTIVE]
    if not cards.placed:
        return Pay(locomotives, *_from_rack(view, tunnel.colour, tunnel.asks, locomotives))
    return Pay(locomotives, _racked(cards, tunnel.colour), cards.rack[LOCOMOTIVE])


def write_pay(action: Pay, view: View, lexicon: Lexicon) -> str:
    """Gets a tunnel payment as text, without the word that begins it."""
    tunnel = view.tunnel
    if tunnel is None:
        return ""
    return payment.write(
        tunnel.colour,
        tunnel.asks - action.locomotives,
        action.locomotives,
        (action.rack_colour, action.rack_locomotives),
        lexicon,
    )


def _readings(text: str, vocabulary: Vocabulary) -> Iterator[tuple[str, str]]:
    """Gets the ways to split a text into route and payment, the likeliest first."""
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
        payment.read(text, vocabulary)
    except InvalidAction as error:
        return error.message == "payment.colours"
    return True


def _claim(view: View, track: Track, cards: Payment | None, vocabulary: Vocabulary) -> Claim:
    length = track.length
    if cards is None:
        return _only_claim(view, track, vocabulary)
    if cards.counts and cards.counts.total() != length:
        raise InvalidAction("payment.count", given=cards.counts.total(), length=length)
    if not cards.counts:
        ways = _affordable(view, cards.colour, length)
        fewest = ways[0] if ways else length * (cards.colour == LOCOMOTIVE)
        return _split(view, track, cards.colour, fewest)
    locomotives = cards.counts[LOCOMOTIVE]
    if not cards.placed:
        return _split(view, track, cards.colour, locomotives)
    racked = _racked(cards, cards.colour)
    return Claim(track.id, cards.colour, locomotives, racked, cards.rack[LOCOMOTIVE])


def _racked(cards: Payment, colour: Card) -> int:
    """How many cards of a colour come from the rack; locomotives are counted apart."""
    return 0 if colour == LOCOMOTIVE else cards.rack[colour]


def _only_claim(view: View, track: Track, vocabulary: Vocabulary) -> Claim:
    """Gets the claim of a track where only one payment is possible."""
    colours = COLOURS if track.colour == GRAY else (track.colour,)
    found = [
        (colour, locomotives)
        for colour in (*colours, LOCOMOTIVE)
        for locomotives in _affordable(view, colour, track.length)
        if (colour == LOCOMOTIVE) == (locomotives == track.length)
    ]
    if len(found) == 1:
        return _split(view, track, *found[0])
    if track.id not in view.lanes.open:
        # The rules will say that it is taken, which is what the player needs to hear.
        return Claim(track.id, LOCOMOTIVE, track.length)
    if not found:
        raise InvalidAction("payment.none")
    texts = Choices(
        payment.write(colour, track.length - locomotives, locomotives, (0, 0), vocabulary.lexicon)
        for colour, locomotives in found
    )
    raise InvalidAction("payment.ambiguous", payments=texts)


def _affordable(view: View, colour: Card, length: int) -> list[int]:
    """Gets the numbers of locomotives with which the seat's cards pay so many, fewest first."""
    assert view.seat is not None
    held = funds(view, view.seat)
    least = length if colour == LOCOMOTIVE else max(0, length - held[colour])
    return list(range(least, min(length, held[LOCOMOTIVE]) + 1))


def _split(view: View, track: Track, colour: Card, locomotives: int) -> Claim:
    """Gets the claim that takes cards from the hand first, the rest from the rack (A-4)."""
    racked = _from_rack(view, colour, track.length, locomotives)
    return Claim(track.id, colour, locomotives, *racked)


def _from_rack(view: View, colour: Card, length: int, locomotives: int) -> tuple[int, int]:
    if not view.teams:
        return 0, 0
    assert view.seat is not None
    return hand_first(view, view.seat, colour, length - locomotives, locomotives)


def _which(colour: Card, demand: int, ways: list[int], lexicon: Lexicon) -> InvalidAction:
    if not ways:
        return InvalidAction("payment.none")
    texts = Choices(payment.write(colour, demand - n, n, (0, 0), lexicon) for n in ways)
    return InvalidAction("payment.ambiguous", payments=texts)
