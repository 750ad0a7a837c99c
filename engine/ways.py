"""The shortest way between two cities over what a side has and what it could still lay."""

from __future__ import annotations

import heapq
from collections.abc import Container, Mapping
from functools import cache
from typing import Final

from engine.board.model import Board, Ticket

Neighbours = Mapping[str, tuple[tuple[str, str, int], ...]]
"""For each city the tracks that touch it: id, the city at the other end, length."""
SPACE: Final = 1 << 16
"""What a space to lay costs, where a track costs 1: more than any way has tracks."""


def way_of_ticket(
    board: Board, own: Container[str], open_: Container[str], ticket: Ticket
) -> list[str] | None:
    """The shortest way that completes a ticket; of a country ticket, to any of its ends (M-8)."""
    if not ticket.far:
        return shortest_way(board, own, open_, ticket.a, ticket.b)
    ways = [
        way
        for near in ticket.near_cities
        for far in ticket.far_cities
        if (way := shortest_way(board, own, open_, near, far)) is not None
    ]
    lengths = {track.id: track.length for track in board.tracks.values()}
    return min(
        ways,
        key=lambda way: (sum(lengths[key] for key in way if key not in own), len(way)),
        default=None,
    )


def tracks_to_lay(
    board: Board, own: Container[str], open_: Container[str], ticket: Ticket
) -> list[str] | None:
    """The tracks that a ticket lacks on its shortest way; None where no way is left.

    >>> from engine.board import load_board
    >>> usa = load_board("usa")
    >>> ticket = usa.tickets["new-york-atlanta"]
    >>> tracks_to_lay(usa, ["atlanta-raleigh-gray-1"], usa.tracks, ticket)
    ['pittsburgh-raleigh-gray', 'new-york-pittsburgh-white']
    """
    way = way_of_ticket(board, own, open_, ticket)
    return None if way is None else [track for track in way if track not in own]


def shortest_way(
    board: Board, own: Container[str], open_: Container[str], start: str, end: str
) -> list[str] | None:
    """The tracks of the way with the fewest spaces to lay, from its end back to its start.

    Tracks in ``own`` cost nothing, those in ``open_`` their length, all others cannot be used. Of
    equal ways the one with the fewest tracks; of those always the same. None where there is no way.

    >>> from engine.board import load_board
    >>> usa = load_board("usa")
    >>> shortest_way(usa, (), usa.tracks, "miami", "charleston")
    ['charleston-miami-purple']
    >>> shortest_way(usa, (), (), "miami", "charleston") is None
    True
    """
    graph = _neighbours(board)
    best = {start: 0}
    came: dict[str, tuple[str, str]] = {}
    heap = [(0, start)]
    while heap:
        cost, city = heapq.heappop(heap)
        if city == end:
            break
        if cost > best[city]:
            continue
        for track, to, length in graph[city]:
            if track in own:
                ahead = cost + 1
            elif track in open_:
                ahead = cost + 1 + length * SPACE
            else:
                continue
            if to not in best or ahead < best[to]:
                best[to] = ahead
                came[to] = (city, track)
                heapq.heappush(heap, (ahead, to))
    if end not in best:
        return None
    way = []
    while end != start:
        end, track = came[end]
        way.append(track)
    return way


@cache
def _neighbours(board: Board) -> Neighbours:
    return {
        city: tuple(
            (track.id, track.b if track.a == city else track.a, track.length) for track in tracks
        )
        for city, tracks in board.tracks_of_city.items()
    }
