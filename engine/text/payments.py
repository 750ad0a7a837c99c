"""Cards as text: what pays for a route or a tunnel (B-7, A-4, M-3)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from engine.board.model import Track
from engine.cards import CARDS, COLOURS, GRAY, LOCOMOTIVE, NO_COLOUR, Card
from engine.errors import InvalidAction
from engine.rules import sets
from engine.text.lexicon import Choices, Lexicon, clip
from engine.text.vocabulary import FILLERS, PLACES, Vocabulary

_TOKENS = re.compile(r"[0-9]+|[^\W\d_]+|[^\s,+&]")
_TIMES = ("x", "×")


@dataclass
class Payment:
    """Cards by kind, and how many of each come from the rack (A-4).

    ``counts`` is empty where the text is only the name of a card, ``colour`` where it names more
    than one, as payments with sets do (M-3). ``says_where`` is whether the text set hand and rack
    apart; where it did not, the hand goes first.
    """

    colour: Card = LOCOMOTIVE
    counts: Counter[Card] = field(default_factory=Counter)
    rack: Counter[Card] = field(default_factory=Counter)
    says_where: bool = False

    def fits(self, track: Track) -> bool:
        """Whether a track could be paid for like this, with any hand."""
        if self.has_sets(track):
            return not self.says_where and sets.fault_of(self.counts, track) is None
        if not self.colour or (self.counts and self.counts.total() != track.length):
            return False
        if self.counts and not (
            track.least_locomotives <= self.counts[LOCOMOTIVE] <= track.most_locomotives
        ):
            return False
        return self.colour == LOCOMOTIVE or track.colour in (self.colour, GRAY)

    def has_sets(self, track: Track) -> bool:
        """Whether it pays for a track with sets, if it pays for it at all (M-3)."""
        more = self.counts.total() > track.length
        return bool(track.most_sets and self.counts and (more or not self.colour))

    def from_rack(self, colour: Card) -> tuple[int, int]:
        """The numbers of cards of a colour and of locomotives that come from the rack."""
        return 0 if colour == LOCOMOTIVE else self.rack[colour], self.rack[LOCOMOTIVE]


def read_payment(text: str, vocabulary: Vocabulary, *, with_sets: bool = False) -> Payment:
    """The payment that a text names: "2 red 1 loco", "2r1l", "2 red + 1 red rack", "red".

    :raises InvalidAction: if it cannot be read, or names two colours and not ``with_sets``.
    """
    items = _payment_parts(text, vocabulary)
    colours = [card for card in dict.fromkeys(card for _, card, _ in items) if card in COLOURS]
    if len(colours) > 1 and not with_sets:
        raise several_colours(colours, vocabulary)
    payment = Payment(colours[0] if colours else LOCOMOTIVE)
    if len(colours) > 1:
        payment.colour = NO_COLOUR
    if len(items) == 1 and items[0][0] is None and items[0][2] is None:
        return payment
    for number, card, place in items:
        if number is None:
            raise _unreadable_payment(text, vocabulary)
        payment.counts[card] += number
        payment.rack[card] += number if place == "rack" else 0
        payment.says_where = payment.says_where or place is not None
    if not payment.counts.total():
        raise _unreadable_payment(text, vocabulary)
    return payment


def _payment_parts(text: str, vocabulary: Vocabulary) -> list[tuple[int | None, Card, str | None]]:
    """Number, card and place of each part of a payment; at least one part."""
    items: list[tuple[int | None, Card, str | None]] = []
    number: int | None = None
    for word in _TOKENS.findall(text):
        if number is None and word.isascii() and word.isdigit() and len(word) < 3:
            number = int(word)
        elif number is None and vocabulary.meaning(word, ("one",)):
            number = 1
        elif card := vocabulary.meaning(word, CARDS):
            items.append((number, card, None))
            number = None
        elif items and number is None and (place := vocabulary.meaning(word, PLACES)):
            if items[-1][2]:
                raise _unreadable_payment(text, vocabulary)
            items[-1] = (*items[-1][:2], place)
        elif word not in _TIMES and not vocabulary.meaning(word, FILLERS):
            raise _unreadable_payment(text, vocabulary)
    if number is not None or not items:
        raise _unreadable_payment(text, vocabulary)
    return items


def several_colours(colours: Iterable[Card], vocabulary: Vocabulary) -> InvalidAction:
    names = Choices(vocabulary.lexicon.word(colour) for colour in colours)
    return InvalidAction("payment.colours", colours=names)


def _unreadable_payment(text: str, vocabulary: Vocabulary) -> InvalidAction:
    word = vocabulary.lexicon.word
    example = f"2 {word('red')} 1 {word(LOCOMOTIVE)}"
    return InvalidAction("payment.unreadable", text=clip(text), example=example)


def write_payment(
    colour: Card,
    coloured: int,
    locomotives: int,
    lexicon: Lexicon,
    rack: tuple[int, int] = (0, 0),
) -> str:
    """A payment as text; ``rack`` is how many coloured cards and locomotives it gives.

    Only locomotives under the name of a colour are written with none of it: "0 red 3 loco".
    """
    parts = []
    if colour != LOCOMOTIVE and not coloured:
        parts.append(f"0 {lexicon.word(colour)}")
    for card, number, racked in (
        (colour, coloured, rack[0]),
        (LOCOMOTIVE, locomotives, rack[1]),
    ):
        if number > racked:
            parts.append(f"{number - racked} {lexicon.word(card)}")
        if racked:
            parts.append(f"{racked} {lexicon.word(card)} {lexicon.word('rack')}")
    return (" + " if any(rack) else " ").join(parts)


def several_payments(
    ways: Iterable[tuple[Card, int]], length: int, lexicon: Lexicon
) -> InvalidAction:
    """The error that lists the colours and numbers of locomotives with which n cards can be paid,
    or says that there are none.
    """
    texts = Choices(write_payment(colour, length - n, n, lexicon) for colour, n in ways)
    if not texts:
        return InvalidAction("payment.none")
    return InvalidAction("payment.ambiguous", payments=texts)


def write_cards(cards: Iterable[Card], lexicon: Lexicon) -> str:
    """Cards by kind as text: "3 red 1 green 1 loco" (M-3)."""
    counts = Counter(cards)
    return " ".join(f"{number} {lexicon.word(card)}" for card, number in counts.items())
