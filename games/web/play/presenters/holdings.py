"""Cards and tickets of the reader and their team's rack."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from engine import View
from engine.cards import CARDS
from engine.completion import is_completed, scored_end
from games.facts.tickets import TicketLine, ticket_lines
from games.language.amounts import in_points
from games.web.parts.phrases import card_name
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
        % {"ticket": ticket.name, "points": in_points(_worth_with(view, ticket, track))}
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
