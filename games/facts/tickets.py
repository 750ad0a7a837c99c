"""Tickets in words, with whether a network connects them (B-12, J-3, M-4, M-8)."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import NamedTuple

from django.utils.translation import gettext as _

from engine import View
from engine.board import Board, Ticket, Track
from engine.network import is_completed, scored_end
from games.language.amounts import in_points


class TicketLine(NamedTuple):
    """One ticket of a seat. ``number`` counts from 1 among those that are listed with it.

    ``worth`` are the points in digits: of an open country ticket the fewest and the most (M-8).
    ``long`` says that it is a long ticket (M-6), ``chosen_for_rack`` that it goes to the team's
    rack when the teammate has chosen (A-5). ``lacks`` says how much is missing, where the board of
    the page can light it.
    """

    id: str
    number: int
    name: str
    points: int
    completed: bool
    chosen_for_rack: bool = False
    lacks: str = ""
    worth: str = ""
    long: bool = False

    def __str__(self) -> str:
        text = _("%(points)s, long ticket") if self.long else "%(points)s"
        return f"{self.name} ({text % {'points': self.points_in_words}})"

    @property
    def points_in_words(self) -> str:
        """The points in words; of an open country ticket the fewest and the most (M-8)."""
        if self.worth == str(self.points):
            return in_points(self.points)
        return _("%(range)s points") % {"range": self.worth}


def ticket_lines(
    view: View, tickets: Iterable[str], *, seat: int, chosen_for_rack: str | None = None
) -> list[TicketLine]:
    """Tickets as lines, completed or not by the network of a seat."""
    parts = view.parts(seat)
    lines = []
    for number, key in enumerate(tickets, 1):
        ticket = view.board.tickets[key]
        end = scored_end(ticket, parts)
        worth = end.points if end else ticket.points
        lines.append(
            TicketLine(
                key,
                number,
                city_pair(view.board, ticket),
                worth,
                is_completed(ticket, parts),
                chosen_for_rack=key == chosen_for_rack,
                worth=str(worth) if end else ticket_worth(ticket),
                long=ticket.long,
            )
        )
    return lines


def open_destinations(view: View, lines: Iterable[TicketLine]) -> dict[str, str]:
    """The cities of the tickets that are not completed, each with the names of those."""
    wanted: dict[str, str] = {}
    for line in lines:
        if not line.completed:
            ticket = view.board.tickets[line.id]
            label = line.name if ticket.far else f"{line.name} ({line.points})"
            for city in (*ticket.near_cities, *ticket.far_cities):
                wanted[city] = f"{wanted[city]}; {label}" if city in wanted else label
    return wanted


def network_mark(view: View, seat: int) -> object:
    """All that decides which tickets a seat has connected, to be compared."""
    return len(view.owner), tuple(view.network(seat)), tuple(map(tuple, view.stations))


def newly_completed(
    view: View, lines: Iterable[TicketLine], built: Collection[str]
) -> list[TicketLine]:
    """Those of the own tickets that are completed and were not before these tracks and cities were
    built on (M-4).
    """
    if not built or view.seat is None or view.outcome is not None:
        return []
    completed = [line for line in lines if line.completed]
    if not completed:
        return []
    before = replace(
        view,
        owner={track: seat for track, seat in view.owner.items() if track not in built},
        claims=[[track for track in tracks if track not in built] for tracks in view.claims],
        stations=[[city for city in cities if city not in built] for cities in view.stations],
    ).parts(view.seat)
    return [line for line in completed if not is_completed(view.board.tickets[line.id], before)]


def city_pair(board: Board, link: Track | Ticket) -> str:
    """The two cities of a route or a ticket; of a country ticket all ends with points (M-8)."""
    if isinstance(link, Ticket) and link.far:
        ends = " / ".join(f"{board.place_name(end.place)} {end.points}" for end in link.far)
        return f"{board.place_name(link.a)} – {ends}"
    return f"{board.cities[link.a].name} – {board.cities[link.b].name}"


def ticket_worth(ticket: Ticket) -> str:
    """The points of a ticket; of a country ticket the fewest and the most (M-8)."""
    if ticket.most_points == ticket.points:
        return str(ticket.points)
    return f"{ticket.points}–{ticket.most_points}"
