"""The tickets of the reader, and whether the tracks on the board complete them yet."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from engine import View
from engine.board.model import Ticket
from engine.network import connected, is_connected
from games.web.parts.words import points, ticket_name


@dataclass(frozen=True, slots=True)
class TicketLine:
    """One ticket as a page shows it. ``number`` counts from 1 among those that stand with it.

    ``racked`` says that it is chosen for the team's rack, while the teammate still chooses (A-5).
    """

    id: str
    number: int
    name: str
    points: int
    completed: bool
    racked: bool = False


def held(view: View) -> list[TicketLine]:
    """Gets the tickets that count for the view's own seat: in its hand, and in its team's rack."""
    return [*in_hand(view), *(in_rack(view) or [])]


def in_hand(view: View) -> list[TicketLine]:
    """Gets the tickets in the own hand, open ones first; nobody's for a spectator."""
    if view.seat is None:
        return []
    chosen = view.racked.get(view.seat)
    lines = lines_of(view, view.tickets[view.seat], seat=view.seat)
    return _open_first(replace(line, racked=line.id == chosen) for line in lines)


def in_rack(view: View) -> list[TicketLine] | None:
    """Gets the tickets in the rack of the own team (A-6); None where there is none to see."""
    if view.seat is None or not view.teams:
        return None
    shared = view.ticket_racks[view.team_of[view.seat]]
    return _open_first(lines_of(view, shared, seat=view.seat))


def _open_first(lines: Iterable[TicketLine]) -> list[TicketLine]:
    return sorted(lines, key=lambda line: (line.completed, -line.points))


def offered(view: View) -> list[TicketLine]:
    """Gets the tickets that the view's own seat may choose from, numbered as commands name them."""
    return [] if view.seat is None else lines_of(view, view.offered[view.seat], seat=view.seat)


def destinations(view: View, lines: Iterable[TicketLine]) -> dict[str, str]:
    """Gets the cities of the tickets that are not completed, each with the names of those."""
    wanted: dict[str, str] = {}
    for line in lines:
        if not line.completed:
            ticket = view.board.tickets[line.id]
            told = f"{line.name} ({line.points})"
            for city in (ticket.a, ticket.b):
                wanted[city] = f"{wanted[city]}; {told}" if city in wanted else told
    return wanted


def lines_of(view: View, tickets: Iterable[str], *, seat: int) -> list[TicketLine]:
    """Gets tickets as lines, completed or not by the network of a seat (B-12, J-3)."""
    parts = connected(view.board, view.network(seat))
    lines = []
    for number, key in enumerate(tickets, 1):
        ticket = view.board.tickets[key]
        done = ticket.a in parts and parts[ticket.a] == parts.get(ticket.b)
        name = ticket_name(view.board, ticket)
        lines.append(TicketLine(key, number, name, ticket.points, done))
    return lines


def completed_by(view: View, track: str) -> list[TicketLine]:
    """Gets the own tickets that claiming this track would complete."""
    if view.seat is None:
        return []
    after = [*view.network(view.seat), track]
    return [
        line
        for line in held(view)
        if not line.completed and joins(view, after, view.board.tickets[line.id])
    ]


def completes(view: View, track: str) -> list[str]:
    """Gets a sentence for each own ticket that claiming this track would complete."""
    return [
        _("It completes your ticket %(ticket)s, worth %(points)s.")
        % {"ticket": ticket.name, "points": points(ticket.points)}
        for ticket in completed_by(view, track)
    ]


def joins(view: View, tracks: Iterable[str], ticket: Ticket) -> bool:
    """Whether these tracks connect the two cities of a ticket."""
    return is_connected(view.board, tracks, ticket.a, ticket.b)
