"""What a set of claimed tracks connects, and the longest trail through it (B-12).

Cities are the vertices and tracks the edges of a multigraph. A trail may pass a city again but no
track twice. So a set of tracks can be travelled as one trail exactly when it hangs together and at
most two of its cities touch an odd number of its tracks (Euler). :mod:`engine.trail` finds the
heaviest such set; this module lays it out as a journey.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

from engine.board.model import Board, Track
from engine.trail import Edge, heaviest_trail


def component_of_city(board: Board, tracks: Iterable[str]) -> Mapping[str, str]:
    """Gets, for each city these tracks touch, a city that stands for everything it connects to.

    Two cities are connected if the same city stands for both.

    >>> from engine.board import load_board
    >>> usa = load_board("usa")
    >>> parts = component_of_city(usa, ["atlanta-charleston-gray", "calgary-vancouver-gray"])
    >>> parts["atlanta"] == parts["charleston"], parts["atlanta"] == parts["calgary"]
    (True, False)
    """
    parent: dict[str, str] = {}

    def find(city: str) -> str:
        while (above := parent.setdefault(city, city)) != city:
            parent[city] = city = parent[above]
        return city

    for key in tracks:
        track = board.tracks[key]
        a, b = find(track.a), find(track.b)
        if a != b:
            parent[b] = a
    return {city: find(city) for city in parent}


def is_connected(board: Board, tracks: Iterable[str], a: str, b: str) -> bool:
    """Whether these tracks connect two cities, as a ticket asks (B-12).

    For many tickets on one network call :func:`component_of_city` once.
    """
    parts = component_of_city(board, tracks)
    return a in parts and parts[a] == parts.get(b)


def longest_trail_length(board: Board, tracks: Iterable[str]) -> int:
    """The length in spaces of the longest continuous path of these tracks (B-12, A-12)."""
    edges = _edges(board)
    return heaviest_trail([edges[key] for key in tracks])[0]


def longest_trail_path(board: Board, tracks: Iterable[str]) -> tuple[str, ...]:
    """The tracks of a longest continuous path in the order of travel.

    Of several equally long ones always the same for the same set of tracks.

    >>> from engine.board import load_board
    >>> longest_trail_path(load_board("usa"), [
    ...     "houston-new-orleans-gray", "dallas-houston-gray-1", "atlanta-charleston-gray"
    ... ])
    ('dallas-houston-gray-1', 'houston-new-orleans-gray')
    """
    claimed = sorted((board.tracks[key] for key in set(tracks)), key=lambda track: track.number)
    edges = _edges(board)
    _, chosen = heaviest_trail([edges[track.id] for track in claimed])
    return tuple(
        t.id for t in _in_order_of_travel([t for t in claimed if edges[t.id].bits & chosen])
    )


@cache
def _edges(board: Board) -> Mapping[str, Edge]:
    """The tracks of a board as edges, made once for all networks."""
    return {
        track.id: Edge(track.a, track.b, track.length, 1 << track.number)
        for track in board.tracks.values()
    }


def _in_order_of_travel(tracks: list[Track]) -> list[Track]:
    """The tracks of one trail in the order of travel, by Hierholzer's method."""
    left: dict[str, list[Track]] = {}
    for track in tracks:
        left.setdefault(track.a, []).append(track)
        left.setdefault(track.b, []).append(track)
    odd = [city for city, touching in left.items() if len(touching) % 2]
    start = odd[0] if odd else next(iter(left), "")
    used: set[str] = set()
    stack: list[tuple[str, Track | None]] = [(start, None)]
    journey: list[Track] = []
    while stack:
        city, came_by = stack[-1]
        while left.get(city) and left[city][-1].id in used:
            left[city].pop()
        if left.get(city):
            track = left[city].pop()
            used.add(track.id)
            stack.append((track.b if track.a == city else track.a, track))
        else:
            stack.pop()
            if came_by:
                journey.append(came_by)
    return journey[::-1]
