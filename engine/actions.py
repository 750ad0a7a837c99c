"""Actions: a player's decisions. One frozen, comparable class each, without reference to a state.

Places are ``"hand"`` and ``"rack"``; racks, placements and tunnels exist only on boards that switch
those mechanics on.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from engine.cards import NO_COLOUR, Card
from engine.frozen import dataclass

PlaceName = Literal["hand", "rack"]


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw one card (B-4). ``source`` is ``"blind"`` or the kind of card to take from the row."""

    source: str


@dataclass(frozen=True, slots=True)
class Place:
    """Say where the card just drawn goes (A-3)."""

    place: PlaceName


@dataclass(frozen=True, slots=True)
class Claim:
    """Claim a route (B-7, J-3).

    ``colour`` is the colour laid down, ``"locomotive"`` where only locomotives are. Of the cards,
    ``locomotives`` are locomotives; ``rack_colour`` and ``rack_locomotives`` say how many of each
    sort come from the team's rack (A-4), the rest comes from the hand.

    Where sets pay, ``cards`` has all cards by kind in the order of :data:`engine.cards.CARDS`, and
    says all: there is no colour, and the counts are 0 (M-3).
    """

    track: str
    colour: Card = NO_COLOUR
    locomotives: int = 0
    rack_colour: int = 0
    rack_locomotives: int = 0
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class BuildStation:
    """Build a station in a city (M-4); colour and locomotives as in :class:`Claim`."""

    city: str
    colour: Card
    locomotives: int = 0


@dataclass(frozen=True, slots=True)
class DrawTickets:
    """Draw tickets (B-10); the choice among them is the next decision."""


@dataclass(frozen=True, slots=True)
class Keep:
    """Keep some of the tickets offered, and put ``rack`` in the team's rack (B-2, B-10, A-5)."""

    tickets: tuple[str, ...]
    rack: str | None = None


@dataclass(frozen=True, slots=True)
class RackTicket:
    """Put one kept ticket in the team's rack before the first turn (A-5)."""

    ticket: str


@dataclass(frozen=True, slots=True)
class Share:
    """Spend the turn on moving tickets from the hand to the team's rack (A-6)."""

    tickets: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Pay:
    """Pay what an open tunnel asks (A-8); fields as in :class:`Claim`."""

    locomotives: int = 0
    rack_colour: int = 0
    rack_locomotives: int = 0


@dataclass(frozen=True, slots=True)
class Withdraw:
    """Take back the cards laid down for an open tunnel and end the turn (A-8)."""


@dataclass(frozen=True, slots=True)
class Pass:
    """Pass, where nothing else is legal (B-14)."""


@dataclass(frozen=True, slots=True)
class Skip:
    """A turn skipped by the clock. Never a player's, and no pass for B-14."""


Action: TypeAlias = (
    Draw
    | Place
    | Claim
    | BuildStation
    | DrawTickets
    | Keep
    | RackTicket
    | Share
    | Pay
    | Withdraw
    | Pass
    | Skip
)
