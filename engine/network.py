"""Connected cities completed tickets and the longest trail of a set of claimed tracks (B-12,
M-8).

Cities are the vertices and tracks the edges of a multigraph. A trail may pass a city again but no
track twice. So a set of tracks can be travelled as one trail exactly when it hangs together and at
most two of its cities touch an odd number of its tracks (Euler). :mod:`engine.trail` finds the
heaviest such set.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

from engine.board.model import Board, FarEnd, Ticket
from engine.trail import Edge, heaviest_trail


def component_of_city(board: Board, tracks: Iterable[str]) -> Mapping[str, str]:
    """For each city these tracks touch, a city that represents everything it connects to.

    Two cities are connected if the same city represents both.

    >>> from engine.board import load_board
    >>> usa = load_board("usa")
    >>> parts = component_of_city(usa, ["atlanta-charleston-gray", "calgary-vancouver-gray"])
    >>> parts["atlanta"] == parts["charleston"], parts["atlanta"] == parts["calgary"]
    (True, False)
    """
    known = board.tracks
    joined: dict[str, list[str]] = {}
    for key in tracks:
        track = known[key]
        a, b = track.a, track.b
        at_a, at_b = joined.get(a), joined.get(b)
        if at_a is None:
            if at_b is None:
                joined[a] = joined[b] = [a, b]
            else:
                at_b.append(a)
                joined[a] = at_b
        elif at_b is None:
            at_a.append(b)
            joined[b] = at_a
        elif at_a is not at_b:
            at_a += at_b
            for city in at_b:
                joined[city] = at_a
    return {city: cities[0] for city, cities in joined.items()}


def most_connected(board: Board, tracks: Iterable[str]) -> int:
    """The number of cities in the largest connected part of these tracks, each city once (M-9).

    An end place of a country is no city.

    >>> from engine.board import load_board
    >>> usa = load_board("usa")
    >>> most_connected(usa, ["atlanta-charleston-gray", "calgary-vancouver-gray"])
    2
    """
    sizes: dict[str, int] = {}
    for city, part in component_of_city(board, tracks).items():
        if board.cities[city].country is None:
            sizes[part] = sizes.get(part, 0) + 1
    return max(sizes.values(), default=0)


def twice_joined_parts(board: Board, tracks: Iterable[str]) -> Mapping[str, int]:
    """For each city these tracks touch, the number of the part that hangs together without any one
    of them (M-10).

    Two cities of one number are joined by two paths that share no track.

    >>> from engine.board import load_board
    >>> usa = load_board("usa")
    >>> parts = twice_joined_parts(usa, ["atlanta-charleston-gray", "calgary-vancouver-gray"])
    >>> parts["atlanta"] == parts["charleston"]
    False
    """
    touching: dict[str, list[tuple[str, str]]] = {}
    for key in tracks:
        track = board.tracks[key]
        touching.setdefault(track.a, []).append((track.b, key))
        touching.setdefault(track.b, []).append((track.a, key))
    order: dict[str, int] = {}
    found: dict[str, int] = {}
    for start in touching:
        if start not in order:
            _number_parts(start, touching, order, found)
    return found


def _number_parts(
    start: str,
    touching: Mapping[str, list[tuple[str, str]]],
    order: dict[str, int],
    found: dict[str, int],
) -> None:
    """Search in depth from a city; a part closes at the city that no track leads back beyond."""
    order[start] = len(order)
    lowest = {start: order[start]}
    walk = [(start, "", iter(touching[start]))]
    waiting = [start]
    while walk:
        city, came_by, ways = walk[-1]
        for other, key in ways:
            if key == came_by:
                continue
            if other in order:
                lowest[city] = min(lowest[city], order[other])
                continue
            order[other] = lowest[other] = len(order)
            waiting.append(other)
            walk.append((other, key, iter(touching[other])))
            break
        else:
            walk.pop()
            if walk:
                before = walk[-1][0]
                lowest[before] = min(lowest[before], lowest[city])
            if lowest[city] == order[city]:
                while True:
                    member = waiting.pop()
                    found[member] = order[city]
                    if member == city:
                        break


def longest_trail_length(board: Board, tracks: Iterable[str]) -> int:
    """The length in spaces of the longest continuous path of these tracks (B-12, A-12)."""
    edges = edges_of(board)
    return heaviest_trail([edges[key] for key in tracks])[0]


def longest_trail(board: Board, tracks: Iterable[str]) -> tuple[int, tuple[str, ...]]:
    """A longest continuous path of these tracks: its length, and its tracks in board order.

    Of equally long paths always the same.

    >>> from engine.board import load_board
    >>> usa = load_board("usa")
    >>> longest_trail(usa, ["calgary-vancouver-gray", "atlanta-charleston-gray"])
    (3, ('calgary-vancouver-gray',))
    """
    edges = edges_of(board)
    own = sorted(set(tracks), key=lambda key: board.tracks[key].number)
    length, bits = heaviest_trail([edges[key] for key in own])
    return length, tuple(key for key in own if edges[key].bits & bits)


@cache
def edges_of(board: Board) -> Mapping[str, Edge]:
    """The tracks of a board as edges, made once for all networks."""
    return {
        track.id: Edge(track.a, track.b, track.length, 1 << track.number)
        for track in board.tracks.values()
    }


Parts = Mapping[str, str]


def is_completed(ticket: Ticket, parts: Parts) -> bool:
    """Whether a network connects a ticket's ends; of a country ticket, any of its far ends."""
    if ticket.far:
        return scored_end(ticket, parts) is not None
    return ticket.a in parts and parts[ticket.a] == parts.get(ticket.b)


def scored_end(ticket: Ticket, parts: Parts) -> FarEnd | None:
    """The dearest far end of a country ticket that a network connects, None where it has none.

    Of equally dear ones the first (M-8).
    """
    here = _parts_of(ticket.near, parts)
    connected = [end for end in ticket.far if here & _parts_of(end.cities, parts)]
    return max(connected, key=lambda end: end.points, default=None)


def points_of(ticket: Ticket, parts: Parts) -> int:
    """The points of a ticket at the end: less than 0 where it is not completed (B-12, M-8)."""
    if ticket.far:
        end = scored_end(ticket, parts)
        return end.points if end else -ticket.points
    return ticket.points if is_completed(ticket, parts) else -ticket.points


def _parts_of(cities: Iterable[str], parts: Parts) -> set[str]:
    return {parts[city] for city in cities if city in parts}
