"""Tickets on the board: what connects their cities already, and the shortest way that lacks."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine import Board, View
from engine.network import component_of_city, longest_trail_length, most_connected
from engine.scoring import grand_tours
from engine.ways import tracks_to_lay
from games.drawing.live_board import TicketLight
from games.facts.tickets import TicketLine
from games.web.play.presenters import mechanics
from games.web.play.presenters.holdings import Tickets, offered_tickets, tickets_panel


@dataclass(frozen=True, slots=True)
class TicketWay:
    """The tracks that a ticket has and lacks; ``missing`` is None where no way is left."""

    joined: list[str]
    missing: list[str] | None


def ticket_ways(view: View, lines: Iterable[TicketLine]) -> dict[str, TicketWay]:
    """The way of each of these tickets for the view's own seat."""
    own = view.network(view.own_seat)
    parts = component_of_city(view.board, own)
    free = frozenset(own)
    found = {}
    for line in lines:
        ticket = view.board.tickets[line.id]
        cities = ticket.near_cities if ticket.far else (ticket.a, ticket.b)
        ends = {parts[city] for city in cities if city in parts}
        joined = [track for track in own if parts[view.board.tracks[track].a] in ends]
        missing: list[str] | None = []
        if not line.completed:
            missing = tracks_to_lay(view.board, free, view.open_tracks.by_id, ticket)
        found[line.id] = TicketWay(joined, missing)
    return found


@dataclass(frozen=True, slots=True)
class LitTickets:
    """The reader's tickets and those on offer, with what each lacks and its way on the board."""

    tickets: Tickets
    offered: list[TicketLine]
    ways: Mapping[str, TicketWay]


def lit_tickets(view: View, *, over: bool = False) -> LitTickets:
    """The tickets of the view's own seat; once the game is ``over``, none are on offer."""
    held, offered = tickets_panel(view), [] if over else offered_tickets(view)
    lines = [*held.own, *offered]
    ways = ticket_ways(view, lines) if lines else {}
    return LitTickets(
        tickets=Tickets(
            _with_ways(view, held.hand, ways),
            None if held.rack is None else _with_ways(view, held.rack, ways),
            network_lines(view) if view.seat is not None and not over else [],
        ),
        offered=_with_ways(view, offered, ways),
        ways=ways,
    )


def ticket_lights(
    view: View, lit: LitTickets, completed: Collection[str], step: int
) -> list[TicketLight]:
    """The light on the board for each ticket; the ``completed`` ones are celebrated at ``step``."""
    ways = lit.ways
    numbers = {line.id: line.number for line in lit.offered}
    ids = dict.fromkeys([*(line.id for line in lit.tickets.own), *numbers])
    return [
        TicketLight(
            key,
            (*view.board.tickets[key].near_cities, *view.board.tickets[key].far_cities),
            ways[key].joined,
            ways[key].missing or [],
            numbers.get(key, 0),
            step if key in completed else 0,
            view.board.tickets[key].near,
        )
        for key in ids
    ]


def _with_ways(
    view: View, lines: Iterable[TicketLine], ways: Mapping[str, TicketWay]
) -> list[TicketLine]:
    """The lines of tickets with what each of them lacks."""
    return [line._replace(lacks=_lacks(ways[line.id], view.board)) for line in lines]


def _lacks(way: TicketWay, board: Board) -> str:
    if way.missing is None:
        return mechanics.no_way_left(board)
    spaces = sum(board.tracks[track].length for track in way.missing)
    return ngettext("%(count)d space to go", "%(count)d spaces to go", spaces) % {"count": spaces}


def network_lines(view: View) -> list[str]:
    """What the own network would earn or decide if the game ended now, as far as the board counts
    it: its longest path, its connected cities, its grand tours (B-12, M-9, M-10).
    """
    board, bonuses = view.board, view.board.bonuses
    own = [track for seat in view.side(view.own_seat) for track in view.claims[seat]]
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
        tickets = [board.tickets[ticket] for ticket in view.tickets[view.own_seat]]
        tours = grand_tours(board, own, tickets)
        lines.append(_("Your grand tours so far: %(count)d") % {"count": tours})
    return lines
