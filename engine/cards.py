"""The nine kinds of card (B-1).

>>> TRAIN_CARDS
110
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeAlias

Card: TypeAlias = str
"""One of :data:`CARDS`, by name."""

COLOURS: Final[tuple[Card, ...]] = (
    "purple",
    "white",
    "blue",
    "yellow",
    "orange",
    "black",
    "red",
    "green",
)
LOCOMOTIVE: Final[Card] = "locomotive"
CARDS: Final[tuple[Card, ...]] = (*COLOURS, LOCOMOTIVE)
GRAY: Final = "gray"
"""The colour of a route that any one colour may pay for. Never a card."""

NO_COLOUR: Final = ""
"""The colour of a payment whose cards are named by kind (M-3)."""

BLIND: Final = "blind"
"""The source of a card drawn from the deck, where a colour names the face-up row."""

CARD_COUNTS: Final[dict[Card, int]] = {**dict.fromkeys(COLOURS, 12), LOCOMOTIVE: 14}
TRAIN_CARDS: Final[int] = sum(CARD_COUNTS.values())
ROW_SIZE: Final = 5

Hand: TypeAlias = dict[Card, int]
"""Number of cards of each kind; every one of :data:`CARDS` is a key, in their order."""


def empty_hand() -> Hand:
    """A hand without cards.

    >>> sum(empty_hand().values())
    0
    """
    return dict.fromkeys(CARDS, 0)


CARD_PLACES: Final[dict[Card, int]] = {card: place for place, card in enumerate(CARDS)}


def in_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Cards in the order of :data:`CARDS`.

    :raises KeyError: if one of them is none.

    >>> in_order(["locomotive", "red", "blue", "red"])
    ('blue', 'red', 'red', 'locomotive')
    """
    return tuple(sorted(cards, key=CARD_PLACES.__getitem__))


def full_deck() -> list[Card]:
    """The unshuffled deck in the order of :data:`CARDS`.

    >>> full_deck()[:2], len(full_deck())
    (['purple', 'purple'], 110)
    """
    return [card for card in CARDS for _ in range(CARD_COUNTS[card])]
