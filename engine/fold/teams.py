"""The events of boards with teams (A-3, A-5, A-6)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from engine import events

if TYPE_CHECKING:
    from engine.state import State


def _card_placed(game: State, event: events.CardPlaced) -> None:
    seat = event.seat
    del game.card_to_place[seat]
    place = event.place
    team = game.team_of[seat]
    pile = game.hands[seat] if place == "hand" else game.racks[team]
    pile[event.card] += 1
    if game.shown_card is not None:
        shown = game.shown_hands[seat] if place == "hand" else game.shown_racks[team]
        shown[event.card] += 1
        game.shown_card = None
    game.first_card_place = place


def _ticket_racked(game: State, event: events.TicketRacked) -> None:
    game.chosen_for_rack[event.seat] = event.ticket
    del game.pending[event.seat], game.decision_seqs[event.seat]


def _team_tickets_placed(game: State, event: events.TeamTicketsPlaced) -> None:
    for seat in game.teams[event.team]:
        game.tickets[seat].remove(game.chosen_for_rack.pop(seat))
    game.ticket_racks[event.team] += event.tickets


def _tickets_shared(game: State, event: events.TicketsShared) -> None:
    for ticket in event.tickets:
        game.tickets[event.seat].remove(ticket)
    game.ticket_racks[game.team_of[event.seat]] += event.tickets
    game.consecutive_passes = game.idle_turns = 0


TEAM_HANDLERS: Mapping[type, Callable[[State, Any], None]] = {
    events.CardPlaced: _card_placed,
    events.TicketRacked: _ticket_racked,
    events.TeamTicketsPlaced: _team_tickets_placed,
    events.TicketsShared: _tickets_shared,
}
