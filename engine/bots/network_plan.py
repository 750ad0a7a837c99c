"""The cheapest network that completes the tickets of a seat.

Everything is counted in *turns*: a track costs the turn that claims it and the turns that draw the
cards still missing for it. Tracks that the seat's side already has are free, and so are bullet
routes. The *payable* cards of a seat are all it may pay with: its hand, and the rack of its team
(A-4).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from math import inf
from typing import Final

from engine.board.model import Ticket, Track
from engine.bots.lending import TURN_WORTH, lent_tracks, surplus_road
from engine.bots.set_turns import CARDS_PER_TURN, turns_with_sets
from engine.cards import COLOURS, LOCOMOTIVE, Hand
from engine.network import is_completed
from engine.view import View

TUNNEL_CARD_CHANCE: Final = 26 / 110
"""The chance that a card turned up for a tunnel asks for another one (A-8)."""


@dataclass(frozen=True, slots=True)
class RouteEdge:
    """An open track as seen from one of its ends, with the turns and the trains that it takes."""

    to: str
    track: Track
    turns: float
    trains: int
    lender: str | None = None
    """The city that lends the track (M-4); None where the track is to be claimed."""


@dataclass(frozen=True, slots=True)
class NetworkPlan:
    """Tracks to claim for these tickets, with the turns and the trains that they take."""

    tickets: tuple[Ticket, ...] = ()
    roads: tuple[RouteEdge, ...] = ()
    turns: float = 0.0
    trains: int = 0

    @property
    def tracks(self) -> list[Track]:
        """The tracks to claim."""
        return [road.track for road in self.roads if road.lender is None]


class RouteGraph:
    """The open tracks as a graph for one seat. Cities that it has connected are one vertex."""

    __slots__ = ("_part", "_roads", "seat", "trains", "view")

    def __init__(self, view: View, seat: int, payable: Hand, without: Collection[str] = ()) -> None:
        self.view, self.seat = view, seat
        side = view.side(seat)
        self.trains = sum(view.trains[mate] for mate in side)
        self._part = view.parts(seat)
        self._roads: dict[str, list[RouteEdge]] = {}
        longest = max(view.trains[mate] for mate in side)
        best: dict[tuple[str, str], RouteEdge] = {}
        turns_of: dict[tuple[str, int, int, int, int], float] = {}
        for key in view.open_tracks.by_id:
            if key in view.blocked_tracks[seat] or key in without:
                continue
            track = view.board.tracks[key]
            a, b = self.place(track.a), self.place(track.b)
            trains = trains_needed(view, track)
            if a == b or trains > longest:
                continue
            if b < a:
                a, b = b, a
            sort = (
                track.colour,
                track.length,
                track.turns_up,
                track.least_locomotives,
                track.set_size,
            )
            turns = turns_of.get(sort) or turns_of.setdefault(sort, turns_for(payable, track))
            if (a, b) not in best or turns < best[a, b].turns:
                best[a, b] = RouteEdge(b, track, turns, trains)
        for track, turns, city in lent_tracks(view, seat):
            a, b = sorted((self.place(track.a), self.place(track.b)))
            if a != b and ((a, b) not in best or turns < best[a, b].turns):
                best[a, b] = RouteEdge(b, track, turns, 0, city)
        for (a, b), road in best.items():
            self._roads.setdefault(a, []).append(road)
            back = RouteEdge(a, road.track, road.turns, road.trains, road.lender)
            self._roads.setdefault(b, []).append(back)

    def without_road(self, gone: RouteEdge) -> RouteGraph:
        """The same graph without one road."""
        other = RouteGraph.__new__(RouteGraph)
        other.view, other.seat = self.view, self.seat
        other._part, other.trains = self._part, self.trains
        other._roads = {
            place: [road for road in roads if road.track.id != gone.track.id]
            for place, roads in self._roads.items()
        }
        return other

    def place(self, city: str) -> str:
        """The city that represents all that are connected with this one."""
        return self._part.get(city, city)

    def done(self, ticket: Ticket) -> bool:
        """Whether a ticket is completed already."""
        if ticket.far:
            return is_completed(ticket, self._part)
        return self.place(ticket.a) == self.place(ticket.b)

    def joins(self, ticket: Ticket, places: Collection[str]) -> bool:
        """Whether a track between two places completes a country ticket (M-8)."""
        near = {self.place(city) for city in ticket.near_cities} & set(places)
        far = {self.place(city) for city in ticket.far_cities} & set(places)
        return bool(near and far and len(near | far) == 2)

    def distances(self, start: str, free: Collection[str] = ()) -> dict[str, float]:
        """The turns from a place to every place that can be reached."""
        return self._search(self.place(start), None, free)[0]

    def path(self, ticket: Ticket, free: Collection[str] = ()) -> list[RouteEdge] | None:
        """The cheapest roads that complete a ticket, None where nothing can.

        Tracks in ``free`` are planned already and cost nothing.
        """
        if ticket.far:
            return self._path_of_country(ticket, free)
        return self.way(ticket.a, ticket.b, free)

    def way(self, a: str, b: str, free: Collection[str] = ()) -> list[RouteEdge] | None:
        """The cheapest roads between two cities, None where there is no way."""
        start, end = self.place(a), self.place(b)
        _, came = self._search(start, end, free)
        if end != start and end not in came:
            return None
        return self._roads_back(start, end, came, free)

    def _path_of_country(self, ticket: Ticket, free: Collection[str]) -> list[RouteEdge] | None:
        """The roads to the far end that is worth most for the turns it takes (M-8)."""
        best: list[RouteEdge] | None = None
        most = -inf
        for start in {self.place(city) for city in ticket.near_cities}:
            distance, came = self._search(start, None, free)
            for far in ticket.far:
                ends = [end for end in map(self.place, far.cities) if end in distance]
                end = min(ends, key=lambda end: distance[end], default=None)
                if end is not None and far.points - TURN_WORTH * distance[end] > most:
                    most = far.points - TURN_WORTH * distance[end]
                    best = self._roads_back(start, end, came, free)
        return best

    @staticmethod
    def _roads_back(
        start: str,
        end: str,
        came: Mapping[str, tuple[str, RouteEdge]],
        free: Collection[str],
    ) -> list[RouteEdge]:
        """The roads of a search from its end back to its start, without those planned already."""
        roads = []
        while end != start:
            before, road = came[end]
            if road.track.id not in free:
                roads.append(road)
            end = before
        return roads

    def _search(
        self, start: str, end: str | None, free: Collection[str]
    ) -> tuple[dict[str, float], dict[str, tuple[str, RouteEdge]]]:
        """Dijkstra's search: distances and, for each place, the place and the road before it."""
        distance = {start: 0.0}
        came: dict[str, tuple[str, RouteEdge]] = {}
        heap = [(0.0, start)]
        while heap:
            so_far, here = heappop(heap)
            if here == end:
                break
            if so_far > distance[here]:
                continue
            for road in self._roads.get(here, ()):
                reached = so_far if road.track.id in free else so_far + road.turns
                if reached < distance.get(road.to, inf):
                    distance[road.to] = reached
                    came[road.to] = here, road
                    heappush(heap, (reached, road.to))
        return distance, came


def plan_network(graph: RouteGraph, tickets: Iterable[Ticket], turns: float = inf) -> NetworkPlan:
    """The cheapest network found for as many of the tickets as trains and turns allow.

    Tickets that are completed are left out; what cannot be afforded is given up, the worst points
    for the turns first.
    """
    wanted = [ticket for ticket in tickets if not graph.done(ticket)]
    while wanted:
        found = connect_tickets(graph, wanted)
        if isinstance(found, Ticket):
            wanted.remove(found)
        elif (surplus := surplus_road(graph, found)) is not None:
            graph = graph.without_road(surplus)
        elif found.trains > graph.trains or found.turns > turns:
            wanted.remove(_least_rewarding(graph, wanted, found))
        else:
            return found
    return NetworkPlan()


def connect_tickets(graph: RouteGraph, tickets: Sequence[Ticket]) -> NetworkPlan | Ticket:
    """A cheap network that completes all these tickets, or one that cannot be completed.

    Ticket after ticket takes its cheapest path, where paths already planned are free. That is done
    in two orders, and then each ticket looks once more for a better way through all the others.
    """
    best: NetworkPlan | None = None
    for order in _orders(tickets):
        paths: dict[str, list[RouteEdge]] = {}
        for ticket in (*order, *order) if len(order) > 1 else order:
            paths.pop(ticket.id, None)
            free = {road.track.id for path in paths.values() for road in path}
            path = graph.path(ticket, free)
            if path is None:
                return ticket
            paths[ticket.id] = path
        roads = tuple({road.track.id: road for path in paths.values() for road in path}.values())
        turns = sum(road.turns for road in roads)
        if best is None or turns < best.turns:
            best = NetworkPlan(tuple(tickets), roads, turns, sum(road.trains for road in roads))
    assert best is not None
    return best


def _orders(tickets: Sequence[Ticket]) -> list[list[Ticket]]:
    rising = sorted(tickets, key=lambda ticket: (ticket.points, ticket.number))
    return [rising[::-1], rising] if len(rising) > 1 else [rising]


def _least_rewarding(graph: RouteGraph, tickets: Sequence[Ticket], whole: NetworkPlan) -> Ticket:
    """The ticket whose points are the fewest for the turns that only it needs."""

    def rate(ticket: Ticket) -> tuple[float, int]:
        rest = [other for other in tickets if other is not ticket]
        without = connect_tickets(graph, rest) if rest else NetworkPlan()
        turns = without.turns if isinstance(without, NetworkPlan) else 0.0
        return ticket.points / max(whole.turns - turns, 0.1), ticket.number

    return min(tickets, key=rate)


def trains_needed(view: View, track: Track) -> int:
    """The trains that a claim takes, for crossings too (M-5); none for a bullet train (J-3)."""
    return 0 if track.kind == "bullet" and view.bullets else track.length + track.crossings


def turns_for(payable: Hand, track: Track) -> float:
    """Guess the turns that it takes to collect the missing cards of a track, and to claim it.

    A locomotive makes up for half a card only: other tracks want it too. Those that a ferry asks
    for count in full (M-1), those that may not be played not at all (M-2).
    """
    colour = track.colour
    held = payable[colour] if colour in payable else max(payable[c] for c in COLOURS)
    asked = track.least_locomotives
    if track.most_sets:
        return turns_with_sets(payable, track, held, asked)
    lacking = max(0, track.length - asked - held)
    spare = min(max(0, payable[LOCOMOTIVE] - asked), lacking, track.most_locomotives - asked)
    lacking_cards = lacking - spare / 2 + 2 * max(0, asked - payable[LOCOMOTIVE])
    return 1 + (lacking_cards + track.turns_up * TUNNEL_CARD_CHANCE) / CARDS_PER_TURN
