"""An open tunnel: the cards laid down, the cards turned up, and what they ask (A-8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.cards import LOCOMOTIVE, Card


@dataclass(frozen=True, slots=True)
class OpenTunnel:
    """A claim on a tunnel that waits for its extra cards.

    ``coloured`` and ``locomotives`` cards are laid down, of which the ``rack_`` counts came from
    the team's rack; ``asks`` is the number of extra cards that the turned-up ones ask for.
    """

    seat: int
    track: str
    colour: Card
    coloured: int
    locomotives: int
    rack_colour: int = 0
    rack_locomotives: int = 0
    turned_up: tuple[Card, ...] = ()
    asks: int = 0

    def turned(self, cards: Sequence[Card], asks: int) -> OpenTunnel:
        """Gets the tunnel with more cards turned up."""
        return replace(self, turned_up=(*self.turned_up, *cards), asks=self.asks + asks)


def asking(colour: Card, cards: Sequence[Card]) -> int:
    """Gets how many of these turned-up cards ask for an extra one (A-8).

    Those of the colour laid down and locomotives do; where only locomotives were laid down, only
    locomotives.

    >>> asking("red", ["red", "blue", "locomotive"]), asking("locomotive", ["red", "locomotive"])
    (2, 1)
    """
    return sum(card in (colour, LOCOMOTIVE) for card in cards)
