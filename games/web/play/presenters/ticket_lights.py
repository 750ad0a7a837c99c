"""Tickets on the board: what connects their cities already, and the shortest way that lacks."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine import View
from engine.completion import is_completed
from engine.network import component_of_city, longest_trail_length, most_connected
from engine.scoring import grand_tours
from engine.ways import way_of_ticket
from games.drawing.live_board import TicketLight
from games.facts.tickets import TicketLine


@dataclass(frozen=True, slots=True)
class TicketWay:
    """The tracks that a ticket has and lacks; ``spaces`` are missing, None where no way is left.

    ``by_station``: a station could still lend what no way has (M-4).
    """

    joined: list[str]
    missing: list[str]
    spaces: int | None
    by_station: bool = False


def ticket_ways(view: View, tickets: Iterable[str]) -> dict[str, TicketWay]:
    """The way of each of these tickets for the view's own seat."""
    assert view.seat is not None
    own = view.network(view.seat)
    parts = component_of_city(view.board, own)
    free = frozenset(own)
    lent = view.parts(view.seat) if view.stations else parts
    can_lend = bool(view.stations) and bool(view.board.stations)
    found = {}
    for key in tickets:
        ticket = view.board.tickets[key]
        cities = ticket.near_cities if ticket.far else (ticket.a, ticket.b)
        ends = {parts[city] for city in cities if city in parts}
        joined = [track for track in own if parts[view.board.tracks[track].a] in ends]
        if is_completed(ticket, lent):
            found[key] = TicketWay(joined, [], 0)
            continue
        way = way_of_ticket(view.board, free, view.open_tracks.by_id, ticket)
        missing = [track for track in way or [] if track not in view.owner]
        spaces = None if way is None else sum(view.board.tracks[t].length for t in missing)
        found[key] = TicketWay(joined, missing, spaces, can_lend)
    return found


def ticket_lights(
    view: View,
    lines: Iterable[TicketLine],
    offered: Iterable[TicketLine],
    ways: Mapping[str, TicketWay],
    completed: Collection[str],
    step: int,
) -> list[TicketLight]:
    """The light on the board for each ticket; the ``completed`` ones are celebrated at ``step``."""
    numbers = {line.id: line.number for line in offered}
    ids = dict.fromkeys([*(line.id for line in lines), *numbers])
    return [
        TicketLight(
            key,
            (*view.board.tickets[key].near_cities, *view.board.tickets[key].far_cities),
            ways[key].joined,
            ways[key].missing,
            numbers.get(key, 0),
            step if key in completed else 0,
            view.board.tickets[key].near,
        )
        for key in ids
    ]


def with_ways(lines: Iterable[TicketLine], ways: Mapping[str, TicketWay]) -> list[TicketLine]:
    """The lines of tickets with what each of them lacks."""
    return [line._replace(lacks=_lacks(ways[line.id])) for line in lines]


def _lacks(way: TicketWay) -> str:
    if way.spaces is None:
        return _("only with a station") if way.by_station else _("no way left")
    return ngettext("%(count)d space to go", "%(count)d spaces to go", way.spaces) % {
        "count": way.spaces
    }


def network_lines(view: View) -> list[str]:
    """What the own network would earn or decide if the game ended now, as far as the board counts
    it: its longest path, its connected cities, its grand tours (B-12, M-9, M-10).
    """
    assert view.seat is not None
    board, bonuses = view.board, view.board.bonuses
    own = [track for seat in view.side(view.seat) for track in view.claims[seat]]
    lines = []
    if bonuses.longest or "longest path" in board.tie_breaks:
        length = longest_trail_length(board, own)
        text = ngettext(
            "Your longest path so far: %(count)s space",
            "Your longest path so far: %(count)s spaces",
            length,
        )
        lines.append(text % {"count": length})
    if bonuses.most_connected:
        cities = most_connected(board, own)
        lines.append(_("Your connected cities so far: %(count)d") % {"count": cities})
    if bonuses.grand_tour:
        tickets = [board.tickets[ticket] for ticket in view.tickets[view.seat]]
        tours = grand_tours(board, own, tickets)
        lines.append(_("Your grand tours so far: %(count)d") % {"count": tours})
    return lines
