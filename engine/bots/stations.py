"""Stations for the planner: those of its plan, and the one worth a last turn (M-4)."""

from __future__ import annotations

from typing import Final

from engine.actions import BuildStation, Claim
from engine.bots.evaluation import Evaluation
from engine.bots.network_plan import IDLE_STATION_TURNS
from engine.completion import points_of
from engine.lending import best_lending
from engine.network import component_of_city
from engine.rules.stations import cities_with_station, station_cost, station_payments

TURNS_TO_SPARE: Final = 1.5
"""A station is built while tracks of the plan are to come once no more turns than these are left
beside the plan: the later, the more is known of what it can lend."""


def has_more_to_build(evaluation: Evaluation) -> bool:
    """Whether the plan has tracks to claim, or stations to build."""
    return any(
        road.station is None or road.turns > IDLE_STATION_TURNS for road in evaluation.plan.roads
    )


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
        BuildStation(road.station, colour, locomotives)
        for road in evaluation.plan.roads
        if road.station is not None and road.turns > IDLE_STATION_TURNS
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
