"""The parts of an order, and their form in JSON.

An order is a list of branches. The first one whose conditions all hold, on the view of its owner,
says what is done.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

from engine.actions import Action
from engine.cards import Card
from engine.rules.claiming import open_equivalent
from engine.rules.stations import cities_with_station, stations_left
from engine.rules.teams import payable_cards
from engine.typed_json import Data, TypedJson, stored
from engine.wire import ACTION_TYPES

if TYPE_CHECKING:
    from engine.view import View


@dataclass(frozen=True, slots=True)
class RouteOpen:
    """The track can still be claimed by somebody: nobody has it, and it is not closed (B-9)."""

    track: str

    def holds(self, view: View) -> bool:
        return open_equivalent(view, self.track).id in view.open_tracks.by_id


@dataclass(frozen=True, slots=True)
class RouteTaken:
    """The track has been claimed or closed."""

    track: str

    def holds(self, view: View) -> bool:
        return not RouteOpen(self.track).holds(view)


@dataclass(frozen=True, slots=True)
class CardFaceUp:
    """A card of this kind lies face up."""

    card: Card

    def holds(self, view: View) -> bool:
        return self.card in view.row


@dataclass(frozen=True, slots=True)
class CardsHeld:
    """The seat can pay with at least n cards of a kind: hand, and rack of its team (A-4)."""

    count: int
    card: Card

    def holds(self, view: View) -> bool:
        assert view.seat is not None
        return payable_cards(view, view.seat)[self.card] >= self.count


@dataclass(frozen=True, slots=True)
class CityHasStation:
    """Somebody has built a station in the city (M-4)."""

    city: str

    def holds(self, view: View) -> bool:
        return self.city in cities_with_station(view)


@dataclass(frozen=True, slots=True)
class CityWithoutStation:
    """Nobody has built a station in the city (M-4)."""

    city: str

    def holds(self, view: View) -> bool:
        return self.city not in cities_with_station(view)


@dataclass(frozen=True, slots=True)
class PlayerHasStation:
    """This seat has built the station of the city (M-4)."""

    seat: int
    city: str

    def holds(self, view: View) -> bool:
        return self.city in view.stations[self.seat]


@dataclass(frozen=True, slots=True)
class PlayerWithoutStation:
    """This seat has built no station in the city (M-4)."""

    seat: int
    city: str

    def holds(self, view: View) -> bool:
        return self.city not in view.stations[self.seat]


@dataclass(frozen=True, slots=True)
class StationsLeft:
    """The seat has at least n stations that it has not built (M-4)."""

    count: int

    def holds(self, view: View) -> bool:
        assert view.seat is not None
        return stations_left(view, view.seat) >= self.count


Condition: TypeAlias = (
    RouteOpen
    | RouteTaken
    | CardFaceUp
    | CardsHeld
    | CityHasStation
    | CityWithoutStation
    | PlayerHasStation
    | PlayerWithoutStation
    | StationsLeft
)


@dataclass(frozen=True, slots=True)
class ClaimStep:
    """Claims a track with exactly these cards.

    ``rack`` counts the coloured cards and the locomotives that come from the team's rack; None lets
    the hand pay first, and the rack what is missing (A-4). Where sets pay, ``cards`` has all cards
    by kind, and the colour is empty (M-3).
    """

    track: str
    colour: Card
    locomotives: int = 0
    rack: tuple[int, int] | None = None
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class PayUpTo:
    """Answers the tunnel of the claim before it (A-8): pays what it asks, and no more than this.

    ``coloured`` cards of ``colour`` go first, then locomotives; ``colour`` is ``"locomotive"``
    where there are none. If the tunnel asks for more, or the cards are not held, ``withdraw`` takes
    the claim back; without it the owner decides.
    """

    colour: Card
    coloured: int
    locomotives: int
    withdraw: bool = False


Step: TypeAlias = ClaimStep | PayUpTo | Action


@dataclass(frozen=True, slots=True)
class Branch:
    """Steps to take if all conditions hold; without conditions it always holds."""

    conditions: tuple[Condition, ...]
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Order:
    """Branches, of which the first that holds is carried out."""

    branches: tuple[Branch, ...]


_CONDITIONS: Final = TypedJson(
    {
        "free": RouteOpen,
        "taken": RouteTaken,
        "face_up": CardFaceUp,
        "have": CardsHeld,
        "station": CityHasStation,
        "no_station": CityWithoutStation,
        "station_of": PlayerHasStation,
        "no_station_of": PlayerWithoutStation,
        "stations_left": StationsLeft,
    }
)
_STEPS: Final = TypedJson({**ACTION_TYPES, "buy": ClaimStep, "pay_up_to": PayUpTo})


def encode_order(order: Order) -> Data:
    """The JSON form of an order.

    >>> encode_order(Order((Branch((CardFaceUp("red"),), ()),)))
    {'branches': [{'if': [{'type': 'face_up', 'card': 'red'}], 'do': []}]}
    """
    return {
        "branches": [
            {
                "if": [_CONDITIONS.encode(condition) for condition in branch.conditions],
                "do": [encode_step(step) for step in branch.steps],
            }
            for branch in order.branches
        ]
    }


def decode_order(data: Data) -> Order:
    """The order of a JSON form.

    :raises RecordError: if this program did not write it.
    """
    with stored("A stored order"):
        branches = [
            Branch(
                tuple(_CONDITIONS.decode(part) for part in branch["if"]),
                tuple(_STEPS.decode(part) for part in branch["do"]),
            )
            for branch in data["branches"]
        ]
    return Order(tuple(branches))


def encode_step(step: Step) -> Data:
    """The JSON form of one step."""
    return _STEPS.encode(step)


def decode_step(data: Data) -> Step:
    """The step of a JSON form.

    :raises RecordError: if this program did not write it.
    """
    with stored("A stored step"):
        step: Step = _STEPS.decode(data)
    return step
