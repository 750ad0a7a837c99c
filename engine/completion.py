"""Completed tickets: what a network connects, and the points that it brings (B-12, M-8).

A network is given as its parts: for each city that it touches, a city that stands for everything
connected with it (:func:`engine.network.component_of_city`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.board.model import FarEnd, Ticket

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
