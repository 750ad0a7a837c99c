"""Stations for the planner: the tracks that they could lend, those of its plan, and the one worth a
last turn (M-4).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from engine.actions import BuildStation, Claim
from engine.bots.set_turns import CARDS_PER_TURN
from engine.cards import COLOURS
from engine.lending import best_lending
from engine.network import component_of_city, points_of
from engine.rules.stations import (
    cities_with_station,
    station_cost,
    station_payments,
    stations_left,
)

if TYPE_CHECKING:
    from engine.board.model import Track
    from engine.bots.evaluation import Evaluation
    from engine.bots.network_plan import NetworkPlan, RouteEdge, RouteGraph
    from engine.view import View

IDLE_TURNS: Final = 0.05
"""What it takes to use a station that is built and lends nothing yet."""
TURN_WORTH: Final = 3.0
"""The points that a turn must bring to be worth a way to a dearer end of a ticket (M-8)."""
TURNS_TO_SPARE: Final = 1.5
"""A station is built while tracks of the plan are to come once no more turns than these are left
beside the plan: the later, the more is known of what it can lend."""


def lent_tracks(view: View, seat: int) -> Iterator[tuple[Track, float, str]]:
    """The tracks of others that a station could lend, with the turns that takes and its city: one
    that is built, or one to be built.
    """
    if not view.stations:
        return
    lent = zip(view.stations[seat], view.lending(seat), strict=True)
    idle = {city for city, track in lent if track is None}
    taken, cost = cities_with_station(view), _turns_to_build(view, seat)
    for other, claims in enumerate(view.claims):
        for key in claims if other != seat else ():
            track = view.board.tracks[key]
            ends = (track.a, track.b)
            city = next((end for end in ends if end in idle), None)
            if city is not None:
                yield track, IDLE_TURNS, city
            elif cost is not None:
                free = (end for end in ends if end not in taken)
                city = next((end for end in free if not view.board.cities[end].country), None)
                if city is not None:
                    yield track, cost, city


def _turns_to_build(view: View, seat: int) -> float | None:
    """Guess the turns that the next station of a seat takes, with the worth of keeping it.

    None where it has none left.
    """
    cost, stations = station_cost(view, seat), view.board.stations
    if cost is None or stations is None:
        return None
    hand = view.hands[seat]
    lacking = max(0, cost - max(hand[colour] for colour in COLOURS))
    return 1 + lacking / CARDS_PER_TURN + stations.points_left / TURN_WORTH


def surplus_road(graph: RouteGraph, found: NetworkPlan) -> RouteEdge | None:
    """A road that a station would have to lend beside another one, or without being left."""
    lent: set[str] = set()
    new = 0
    for road in found.roads:
        if road.lender is None:
            continue
        new += road.turns > IDLE_TURNS
        if road.lender in lent or new > stations_left(graph.view, graph.seat):
            return road
        lent.add(road.lender)
    return None


def has_more_to_build(evaluation: Evaluation) -> bool:
    """Whether the plan has tracks to claim, or stations to build."""
    return any(road.lender is None or road.turns > IDLE_TURNS for road in evaluation.plan.roads)


def possible_stations(evaluation: Evaluation) -> list[BuildStation]:
    """The stations of the plan that can be built now, each with the payment that costs least."""
    view, seat = evaluation.view, evaluation.seat
    if not view.stations or not (payments := station_payments(view, seat)):
        return []
    cost, tracks = station_cost(view, seat), evaluation.plan.tracks
    assert cost is not None

    def loss(payment: tuple[str, int]) -> float:
        return evaluation.cost_for(Claim("", *payment), cost, tracks)

    colour, locomotives = min(payments, key=loss)
    return [
        BuildStation(road.lender, colour, locomotives)
        for road in evaluation.plan.roads
        if road.lender is not None and road.turns > IDLE_TURNS
    ]


def planned_station(evaluation: Evaluation) -> BuildStation | None:
    """The station to build now: the plan wants it, and there is no more time or nothing before."""
    plan = evaluation.plan
    found = possible_stations(evaluation)
    hurry = plan.turns + TURNS_TO_SPARE > evaluation.turns_left
    return found[0] if found and (hurry or not plan.tracks) else None


def last_station(evaluation: Evaluation, most: float) -> BuildStation | None:
    """The station that brings more than this on the last turn, by the tickets it completes."""
    view, seat = evaluation.view, evaluation.seat
    stations, payments = view.board.stations, station_payments(view, seat)
    if stations is None or not payments:
        return None
    others = {
        track for other, tracks in enumerate(view.claims) if other != seat for track in tracks
    }
    network, board = view.network(seat), view.board

    def worth(cities: list[str]) -> int:
        lent = best_lending(board, network, cities, others, evaluation.tickets)
        parts = component_of_city(board, [*network, *[track for track in lent if track]])
        return sum(points_of(ticket, parts) for ticket in evaluation.tickets)

    taken, now = cities_with_station(view), worth(view.stations[seat])
    near = {end for key in others for end in (board.tracks[key].a, board.tracks[key].b)}
    best: BuildStation | None = None
    for city in board.station_cities:
        if city in taken or city not in near:
            continue
        gain = worth([*view.stations[seat], city]) - now - stations.points_left
        if gain > most:
            best, most = BuildStation(city, *payments[0]), gain
    return best
