"""Cards and tickets of the reader and their team's rack."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from engine import View
from engine.cards import CARDS
from engine.completion import is_completed, scored_end
from games.web.parts.phrases import card_name, city_pair, points, ticket_worth
from games.web.parts.pictures import card_picture


@dataclass(frozen=True, slots=True)
class Pile:
    """The cards of one kind in the hand."""

    card: str
    name: str
    count: int
    picture: SafeString


def reader_holdings(view: View, *, hidden: bool = False) -> dict[str, Any]:
    """The names that web/play/game_hand.html uses; ``hidden`` leaves out the cards.

    There is a rack only on a board with teams (A-2), and nothing for a spectator.
    """
    hand = rack = None
    hand_size = rack_size = 0
    if view.seat is not None:
        hand, hand_size = card_piles(view.hands[view.seat]), view.hand_sizes[view.seat]
    if view.seat is not None and view.teams:
        team = view.team_of[view.seat]
        rack, rack_size = card_piles(view.racks[team]), view.rack_sizes[team]
    return {
        "hand": None if hidden else hand,
        "rack": None if hidden else rack,
        "hand_size": hand_size,
        "rack_size": rack_size,
        "tickets": tickets_in_hand(view),
        "team_tickets": tickets_in_rack(view),
    }


def card_piles(counts: Mapping[str, int]) -> list[Pile]:
    """Cards pile by pile, in the order of the kinds."""
    return [
        Pile(card, card_name(card), counts[card], card_picture(card))
        for card in CARDS
        if counts.get(card)
    ]


class TicketLine(NamedTuple):
    """One ticket as a page shows it. ``number`` counts from 1 among those that stand with it.

    ``chosen_for_rack`` says that it goes to the team's rack when the teammate has chosen (A-5).
    ``lacks`` says how much is missing, where the board of the page can light it. ``worth`` are the
    points in words: of an open country ticket the fewest and the most (M-8). ``long`` says that
    it is a long ticket (M-6).
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


def own_tickets(view: View) -> list[TicketLine]:
    """The tickets that count for the view's own seat: in its hand, and in its team's rack."""
    return [*tickets_in_hand(view), *(tickets_in_rack(view) or [])]


def tickets_in_hand(view: View) -> list[TicketLine]:
    """The tickets in the own hand, open ones first; nobody's for a spectator."""
    if view.seat is None:
        return []
    chosen = view.chosen_for_rack.get(view.seat)
    return _open_first(
        ticket_lines(view, view.tickets[view.seat], seat=view.seat, chosen_for_rack=chosen)
    )


def tickets_in_rack(view: View) -> list[TicketLine] | None:
    """The tickets in the rack of the own team (A-6); None where there is none to see."""
    if view.seat is None or not view.teams:
        return None
    shared = view.ticket_racks[view.team_of[view.seat]]
    return _open_first(ticket_lines(view, shared, seat=view.seat))


def _open_first(lines: Iterable[TicketLine]) -> list[TicketLine]:
    return sorted(lines, key=lambda line: (line.completed, -line.points))


def offered_tickets(view: View) -> list[TicketLine]:
    """The tickets that the view's own seat may choose from, numbered as commands name them."""
    return [] if view.seat is None else ticket_lines(view, view.offered[view.seat], seat=view.seat)


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


def ticket_lines(
    view: View, tickets: Iterable[str], *, seat: int, chosen_for_rack: str | None = None
) -> list[TicketLine]:
    """Tickets as lines, completed or not by the network of a seat (B-12, J-3, M-4, M-8)."""
    parts = view.parts(seat)
    lines = []
    for number, key in enumerate(tickets, 1):
        ticket = view.board.tickets[key]
        done = is_completed(ticket, parts)
        end = scored_end(ticket, parts)
        worth = end.points if end else ticket.points
        name = city_pair(view.board, ticket)
        written = ticket_worth(ticket) if ticket.far and not end else str(worth)
        lines.append(
            TicketLine(
                key,
                number,
                name,
                worth,
                done,
                chosen_for_rack=key == chosen_for_rack,
                worth=written,
                long=ticket.long,
            )
        )
    return lines


def tickets_completed_by(view: View, track: str) -> list[TicketLine]:
    """The own tickets that claiming this track would complete."""
    if view.seat is None:
        return []
    after = view.parts(view.seat, [track])
    return [
        line
        for line in own_tickets(view)
        if not line.completed and is_completed(view.board.tickets[line.id], after)
    ]


def completion_sentences(view: View, track: str) -> list[str]:
    """A sentence for each own ticket that claiming this track would complete."""
    return [
        _("It completes your ticket %(ticket)s, worth %(points)s.")
        % {"ticket": ticket.name, "points": points(_worth_with(view, ticket, track))}
        for ticket in tickets_completed_by(view, track)
    ]


def _worth_with(view: View, line: TicketLine, track: str) -> int:
    """The points of a ticket once a track is claimed too; its dearest end of several (M-8)."""
    assert view.seat is not None
    parts = view.parts(view.seat, [track])
    end = scored_end(view.board.tickets[line.id], parts)
    return end.points if end else line.points


def newly_completed(
    view: View, lines: Iterable[TicketLine], built: Collection[str]
) -> list[TicketLine]:
    """Those of the own tickets that are completed and were not before these tracks and stations
    (M-4).
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
