"""Cards and tickets of the reader and their team's rack."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from engine import View
from engine.cards import CARDS
from engine.network import is_completed, scored_end
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


@dataclass(frozen=True, slots=True)
class Hand:
    """The reader's cards; ``rack`` has those of their team, None on a board without teams (A-2)."""

    cards: list[Pile]
    count: int
    rack: list[Pile] | None
    rack_count: int


@dataclass(frozen=True, slots=True)
class Tickets:
    """The tickets of the reader, open ones first, and in the rack of their team (A-6).

    ``rack`` is None where there is none to see; ``network`` says what the network would earn now.
    """

    hand: list[TicketLine]
    rack: list[TicketLine] | None
    network: Sequence[str] = ()

    @property
    def own(self) -> list[TicketLine]:
        """All tickets that count for the reader."""
        return [*self.hand, *(self.rack or [])]


def hand_panel(view: View) -> Hand | None:
    """The cards of the view's own seat; None for a spectator."""
    if view.seat is None:
        return None
    team = view.team_of[view.seat] if view.teams else None
    return Hand(
        cards=card_piles(view.hands[view.seat]),
        count=view.hand_sizes[view.seat],
        rack=None if team is None else card_piles(view.racks[team]),
        rack_count=0 if team is None else view.rack_sizes[team],
    )


def card_piles(counts: Mapping[str, int]) -> list[Pile]:
    """Cards pile by pile, in the order of the kinds."""
    return [
        Pile(card, card_name(card), counts[card], card_picture(card))
        for card in CARDS
        if counts.get(card)
    ]


def tickets_panel(view: View) -> Tickets:
    """The tickets that count for the view's own seat; none for a spectator."""
    seat = view.seat
    if seat is None:
        return Tickets([], None)
    chosen = view.chosen_for_rack.get(seat)
    hand = ticket_lines(view, view.tickets[seat], seat=seat, chosen_for_rack=chosen)
    if not view.teams:
        return Tickets(_open_first(hand), None)
    shared = ticket_lines(view, view.ticket_racks[view.team_of[seat]], seat=seat)
    return Tickets(_open_first(hand), _open_first(shared))


def _open_first(lines: Iterable[TicketLine]) -> list[TicketLine]:
    return sorted(lines, key=lambda line: (line.completed, -line.points))


def offered_tickets(view: View) -> list[TicketLine]:
    """The tickets that the view's own seat may choose from, numbered as commands name them."""
    return [] if view.seat is None else ticket_lines(view, view.offered[view.seat], seat=view.seat)


def tickets_completed_by(view: View, track: str) -> list[TicketLine]:
    """The own tickets that claiming this track would complete."""
    after = view.parts(view.own_seat, [track])
    return [
        line
        for line in tickets_panel(view).own
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
    parts = view.parts(view.own_seat, [track])
    end = scored_end(view.board.tickets[line.id], parts)
    return end.points if end else line.points
