"""Luck of the draw: what came off the deck for a seat, against what was to be expected.

For each card that a seat draws blind, let the deck hold ``n`` cards, ``l`` of them locomotives and
``c`` of the colours that the seat needs. The card is useful if it is one of those, and its
expectation is ``(l + c) / n``. For each time that cards are turned up for a tunnel of the seat, let
``k`` of the ``n`` cards of the deck ask for an extra one; of ``t`` turned up, ``t * k / n`` are
expected to ask. The surplus is what was useful beyond expectation, plus what was not asked:

    surplus = sum(useful - (l + c) / n) + sum(t * k / n - asked)

All of this is fixed before the card is seen, so over all orders of the deck the surplus of each
draw adds up to zero. A seat needs the colours of the tracks that its tickets lack (docs/luck.md).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from engine.cards import LOCOMOTIVE, Card
from engine.ending.tickets import TicketWatch
from engine.events import CardDrawn, Event, TunnelTurnedUp
from engine.state import State, count_asking_cards


@dataclass(frozen=True, slots=True)
class Luck:
    """Cards that a seat drew blind and was asked for in tunnels, with the expectation of both."""

    seat: int
    drawn: int = 0
    useful: int = 0
    useful_expected: Fraction = Fraction(0)
    turned_up: int = 0
    asked: int = 0
    asked_expected: Fraction = Fraction(0)

    @property
    def surplus(self) -> Fraction:
        """The cards that luck gave, or took where it is negative.

        >>> Luck(0, drawn=2, useful=1, useful_expected=Fraction(1, 2)).surplus
        Fraction(1, 2)
        """
        return self.useful - self.useful_expected + self.asked_expected - self.asked


def chance_of_useful(deck: Sequence[Card], needed: Collection[Card]) -> Fraction:
    """The chance that the next card of a deck is a locomotive or of a colour that is needed.

    >>> chance_of_useful(["red", "red", "blue", "locomotive"], {"blue"})
    Fraction(1, 2)
    """
    return Fraction(sum(card == LOCOMOTIVE or card in needed for card in deck), len(deck))


def expected_asks(deck: Sequence[Card], colour: Card, turned_up: int) -> Fraction:
    """The number of cards among n off the deck that are expected to ask for another (A-8).

    >>> expected_asks(["red", "blue", "blue", "locomotive"], "red", 3)
    Fraction(3, 2)
    """
    return Fraction(turned_up * count_asking_cards(colour, deck), len(deck))


class LuckWatch:
    """Counts the luck of all seats through the events of a game."""

    def __init__(self, tickets: TicketWatch) -> None:
        self._tickets = tickets
        self._found: dict[int, Luck] = {}

    def before(self, event: Event, state: State) -> None:
        """Count a card that is about to be drawn or turned up."""
        if isinstance(event, CardDrawn):
            needed = self._tickets.needed_colours(state, event.seat)
            old = self._luck(event.seat)
            self._found[event.seat] = replace(
                old,
                drawn=old.drawn + 1,
                useful=old.useful + (event.card == LOCOMOTIVE or event.card in needed),
                useful_expected=old.useful_expected + chance_of_useful(state.deck, needed),
            )
        elif isinstance(event, TunnelTurnedUp):
            assert state.tunnel is not None
            old = self._luck(event.seat)
            expected = expected_asks(state.deck, state.tunnel.colour, len(event.cards))
            self._found[event.seat] = replace(
                old,
                turned_up=old.turned_up + len(event.cards),
                asked=old.asked + event.asks,
                asked_expected=old.asked_expected + expected,
            )

    def lucks(self, seats: Sequence[int]) -> tuple[Luck, ...]:
        """The luck of each of these seats."""
        return tuple(self._luck(seat) for seat in seats)

    def _luck(self, seat: int) -> Luck:
        return self._found.get(seat, Luck(seat))
