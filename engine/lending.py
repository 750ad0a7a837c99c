"""Tracks that stations lend: the best choice for the tickets of a side, and the points for stations
that were kept (M-4; decision 151).
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from itertools import combinations, product
from typing import TYPE_CHECKING, Final, TypeAlias

from engine.board.model import Board, Ticket
from engine.events import StationResult
from engine.network import component_of_city

if TYPE_CHECKING:
    from engine.rules.context import VisibleGame

Link: TypeAlias = tuple[str, str]
"""Two places that a lent track joins; a place represents all that the side has connected."""
Worth: TypeAlias = tuple[int, int]
"""The points of tickets, and the number of those completed."""

NOTHING: Final[Worth] = (0, 0)


class _Goal:
    """A ticket that lent tracks can do something for; ``far`` has the dearest end first."""

    __slots__ = ("far", "missed", "near")

    def __init__(self, near: list[str], far: list[tuple[int, list[str]]], missed: int) -> None:
        self.near = near
        self.far = far
        self.missed = missed
        """The points where no end is connected: less than 0."""


def lent_to(
    game: VisibleGame, side: Sequence[int], own: Iterable[str], tickets: Sequence[Ticket]
) -> tuple[StationResult, ...]:
    """The stations of a side as they were built, each with the track that it lends for the best.

    Arguments as of :func:`best_lending`; on a board without stations there is none.
    """
    cities = [city for seat in side for city in game.stations[seat]] if game.stations else []
    if not cities:
        return ()
    others = {
        track for seat, tracks in enumerate(game.claims) if seat not in side for track in tracks
    }
    lent = best_lending(game.board, own, cities, others, tickets)
    return tuple([StationResult(*pair) for pair in zip(cities, lent, strict=True)])


def bonus_for_kept(game: VisibleGame, side: Sequence[int]) -> int | None:
    """The points for the stations that a side has not built, None on a board without."""
    stations = game.board.stations
    if stations is None:
        return None
    left = sum([len(stations.cost) - len(game.stations[seat]) for seat in side])
    return stations.points_left * left


def best_lending(
    board: Board,
    own: Iterable[str],
    stations: Sequence[str],
    others: Container[str],
    tickets: Sequence[Ticket],
) -> tuple[str | None, ...]:
    """The track that each station lends, None where it lends nothing (M-4).

    ``own`` are the tracks that count for the tickets of the side, ``stations`` its cities in the
    order in which they were built, and ``others`` the tracks that other sides have claimed. Best is
    what gives most ticket points, then most completed tickets, then takes the fewest tracks, then
    has the list of track ids in the order of the stations that comes first; of equal lists the
    earlier stations lend.
    """
    nothing: tuple[str | None, ...] = (None,) * len(stations)
    if not stations or not tickets:
        return nothing
    parts = component_of_city(board, own)
    offers = [_offers(board, city, others, parts) for city in stations]
    every = _joined([link for offer in offers for _, link in offer])
    goals = [
        goal
        for goal in (_goal(ticket, parts) for ticket in tickets)
        if _worth(goal, every) != _worth(goal, {})
    ]
    if not goals:
        return nothing
    most = _total(goals, every)
    best_worth, best = _total(goals, {}), nothing
    lenders = [number for number, offer in enumerate(offers) if offer]
    for size in range(1, len(lenders) + 1):
        found: tuple[Worth, list[str], tuple[int, ...]] | None = None
        for chosen in combinations(lenders, size):
            for picks in product(*[offers[number] for number in chosen]):
                worth = _total(goals, _joined([link for _, link in picks]))
                if worth <= best_worth or (found is not None and worth < found[0]):
                    continue
                ids = [track for track, _ in picks]
                if found is None or worth > found[0] or (ids, chosen) < (found[1], found[2]):
                    found = worth, ids, chosen
        if found is not None:
            best_worth = found[0]
            lent = dict(zip(found[2], found[1], strict=True))
            best = tuple(lent.get(number) for number in range(len(stations)))
        if best_worth == most:
            break
    return best


def _offers(
    board: Board, city: str, others: Container[str], parts: Mapping[str, str]
) -> list[tuple[str, Link]]:
    """The tracks that a station could lend, of those that lead to one place the first by id."""
    here = parts.get(city, city)
    found: dict[str, str] = {}
    for track in board.tracks_of_city[city]:
        there = track.b if track.a == city else track.a
        there = parts.get(there, there)
        if track.id in others and there != here:
            found[there] = min(found.get(there, track.id), track.id)
    return sorted((track, (here, there)) for there, track in found.items())


def _goal(ticket: Ticket, parts: Mapping[str, str]) -> _Goal:
    near = [parts.get(city, city) for city in ticket.near_cities]
    if not ticket.far:
        return _Goal(near, [(ticket.points, [parts.get(ticket.b, ticket.b)])], -ticket.points)
    ends = sorted(ticket.far, key=lambda end: -end.points)
    far = [(end.points, [parts.get(city, city) for city in end.cities]) for end in ends]
    return _Goal(near, far, -ticket.points)


def _joined(links: Iterable[Link]) -> dict[str, str]:
    """For each place that links join to another one, the place that represents both."""
    joined: dict[str, str] = {}
    for a, b in links:
        a, b = joined.get(a, a), joined.get(b, b)
        if a == b:
            continue
        for place, other in joined.items():
            if other == b:
                joined[place] = a
        joined[b] = a
    return joined


def _worth(goal: _Goal, joined: Mapping[str, str]) -> Worth:
    near = [joined.get(place, place) for place in goal.near]
    for points, places in goal.far:
        for place in places:
            if joined.get(place, place) in near:
                return points, 1
    return goal.missed, 0


def _total(goals: Sequence[_Goal], joined: Mapping[str, str]) -> Worth:
    points, completed = NOTHING
    for goal in goals:
        worth = _worth(goal, joined)
        points += worth[0]
        completed += worth[1]
    return points, completed
