"""Building stations (M-4)."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from engine.actions import BuildStation
from engine.cards import COLOURS, LOCOMOTIVE, Card
from engine.errors import IllegalAction
from engine.events import StationBuilt
from engine.rules import piles, turns
from engine.rules.context import EventEmitter, VisibleGame, require_turn

if TYPE_CHECKING:
    from engine.board.model import Board

_built: Final = cache(StationBuilt)


def stations_left(game: VisibleGame, seat: int) -> int:
    """The number of stations that a seat has not built; 0 on boards without them."""
    stations = game.board.stations
    return len(stations.cost) - len(game.stations[seat]) if stations else 0


def station_cost(game: VisibleGame, seat: int) -> int | None:
    """The number of cards that the next station of a seat takes, None where it has none left."""
    stations = game.board.stations
    if stations is None or len(game.stations[seat]) >= len(stations.cost):
        return None
    return stations.cost[len(game.stations[seat])]


def cities_with_station(game: VisibleGame) -> set[str]:
    """The cities that have a station of any seat."""
    return {city for cities in game.stations for city in cities}


def legal_stations(game: VisibleGame, seat: int) -> list[BuildStation]:
    """The stations that a seat whose turn it is can build, with every payment.

    Those with the fewest locomotives come first, colour by colour in the order of the cards, and
    only locomotives last; with each payment the cities in board order.
    """
    cost = station_cost(game, seat)
    if cost is None:
        return []
    taken = cities_with_station(game)
    found: list[BuildStation] = []
    for colour, locomotives in _payments(game, seat, cost):
        offers = _offers(game.board, colour, locomotives)
        if taken:
            found += [offer for offer in offers if offer.city not in taken]
        else:
            found += offers
    return found


def can_build(game: VisibleGame, seat: int) -> bool:
    """Whether a seat can build a station: it has one left, the cards, and a city is free."""
    cost = station_cost(game, seat)
    if cost is None or not _payments(game, seat, cost):
        return False
    return len(cities_with_station(game)) < len(game.board.station_cities)


def station_payments(game: VisibleGame, seat: int) -> list[tuple[Card, int]]:
    """The ways to pay for the next station of a seat, cheapest first: colour and locomotives."""
    cost = station_cost(game, seat)
    return _payments(game, seat, cost) if cost is not None else []


def _payments(game: VisibleGame, seat: int, cost: int) -> list[tuple[Card, int]]:
    """The ways to pay n cards: of one colour and locomotives, all from the hand.

    Where locomotives are bound to kinds of track, a station takes none (M-2).
    """
    hand = game.hands[seat]
    held = hand[LOCOMOTIVE] if game.board.locomotives is None else 0
    found: list[tuple[Card, int]] = []
    for locomotives in range(min(held, cost - 1) + 1):
        found += [(colour, locomotives) for colour in COLOURS if hand[colour] >= cost - locomotives]
    if held >= cost:
        found.append((LOCOMOTIVE, cost))
    return found


@cache
def _offers(board: Board, colour: Card, locomotives: int) -> tuple[BuildStation, ...]:
    return tuple(BuildStation(city, colour, locomotives) for city in board.station_cities)


def check_station(game: VisibleGame, seat: int, action: BuildStation) -> None:
    """Refuse a station that M-4, M-2 or M-8 does not allow."""
    if game.board.stations is None:
        raise IllegalAction("B-3", "action.not_on_this_board")
    require_turn(game, seat)
    cost = station_cost(game, seat)
    if cost is None:
        raise IllegalAction("M-4", "station.none_left")
    if action.city not in game.board.cities:
        raise IllegalAction("M-4", "station.no_such_city")
    if game.board.cities[action.city].country is not None:
        raise IllegalAction("M-8", "station.end_place", city=action.city)
    if action.city in cities_with_station(game):
        raise IllegalAction("M-4", "station.taken", city=action.city)
    colour, locomotives = action.colour, action.locomotives
    if colour != LOCOMOTIVE and colour not in COLOURS:
        raise IllegalAction("B-7", "claim.no_colour", colour=colour)
    if locomotives > cost or (colour == LOCOMOTIVE and locomotives != cost):
        raise IllegalAction("M-4", "station.count", cards=cost)
    if locomotives and game.board.locomotives is not None:
        raise IllegalAction("M-2", "station.locomotives_bound")
    hand = game.hands[seat]
    if colour != LOCOMOTIVE and hand[colour] < cost - locomotives:
        raise IllegalAction(
            "B-7",
            "claim.too_few_cards",
            colour=colour,
            needed=cost - locomotives,
            held=hand[colour],
        )
    if hand[LOCOMOTIVE] < locomotives:
        raise IllegalAction(
            "B-7", "claim.too_few_locomotives", needed=locomotives, held=hand[LOCOMOTIVE]
        )


def build(emitter: EventEmitter, seat: int, action: BuildStation) -> None:
    """Build a station; it takes no trains, and is a turn of its own (M-4, B-6)."""
    cost = station_cost(emitter.game, seat)
    assert cost is not None
    # Only locomotives is one payment, however its colour is named.
    colour = LOCOMOTIVE if action.locomotives == cost else action.colour
    emitter.emit(_built(seat, action.city, colour, action.locomotives, cost))
    piles.replenish(emitter)
    turns.end_turn(emitter, seat)
