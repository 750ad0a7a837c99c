"""The events of boards with teams (A-3, A-5, A-6), tunnels (A-8, A-9) or stations (M-4)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from engine import events
from engine.cards import LOCOMOTIVE
from engine.fold.base import move_from_rack, take_track
from engine.fold.shown import pay_shown, show_again
from engine.state import OpenTunnel

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


def _tunnel_opened(game: State, event: events.TunnelOpened) -> None:
    seat, colour, locomotives = event.seat, event.colour, event.locomotives
    rack_colour, rack_locomotives = event.rack_colour, event.rack_locomotives
    coloured = game.board.tracks[event.track].length - locomotives
    game.tunnel = OpenTunnel(
        seat, event.track, colour, coloured, locomotives, rack_colour, rack_locomotives
    )
    hand = game.hands[seat]
    move_from_rack(game, seat, colour, rack_colour, rack_locomotives)
    hand[colour] -= coloured
    hand[LOCOMOTIVE] -= locomotives
    pay_shown(game, seat, colour, coloured, locomotives, rack_colour + rack_locomotives)


def _tunnel_turned_up(game: State, event: events.TunnelTurnedUp) -> None:
    tunnel = game.tunnel
    assert tunnel is not None
    game.tunnel = tunnel.with_cards(event.cards, event.asks)
    del game.deck[-len(event.cards) :]


def _tunnel_built(game: State, event: events.TunnelBuilt) -> None:
    tunnel = _close(game)
    seat = event.seat
    extra = tunnel.asks - event.locomotives
    hand, discards = game.hands[seat], game.discards
    move_from_rack(game, seat, tunnel.colour, event.rack_colour, event.rack_locomotives)
    hand[tunnel.colour] -= extra
    hand[LOCOMOTIVE] -= event.locomotives
    from_rack = event.rack_colour + event.rack_locomotives
    pay_shown(game, seat, tunnel.colour, extra, event.locomotives, from_rack)
    discards[tunnel.colour] += tunnel.coloured + extra
    discards[LOCOMOTIVE] += tunnel.locomotives + event.locomotives
    track = game.board.tracks[event.track]
    take_track(game, seat, track, event.closes)
    game.trains[seat] -= track.length
    game.points[seat] += event.points
    game.claims[seat].append(track.id)
    game.consecutive_passes = game.idle_turns = 0


def _tunnel_withdrawn(game: State, event: events.TunnelWithdrawn) -> None:
    tunnel = _close(game)
    hand = game.hands[event.seat]
    hand[tunnel.colour] += tunnel.coloured
    hand[LOCOMOTIVE] += tunnel.locomotives
    move_from_rack(game, event.seat, tunnel.colour, -tunnel.rack_colour, -tunnel.rack_locomotives)
    from_rack = tunnel.rack_colour + tunnel.rack_locomotives
    show_again(game, event.seat, tunnel.colour, tunnel.coloured, tunnel.locomotives, from_rack)
    game.consecutive_passes = 0
    game.idle_turns += 1


def _close(game: State) -> OpenTunnel:
    """End the open tunnel: what was turned up for it goes to the discards."""
    tunnel, game.tunnel = game.tunnel, None
    assert tunnel is not None
    for card in tunnel.turned_up:
        game.discards[card] += 1
    return tunnel


def _station_built(game: State, event: events.StationBuilt) -> None:
    hand, discards = game.hands[event.seat], game.discards
    coloured = event.cards - event.locomotives
    hand[event.colour] -= coloured
    discards[event.colour] += coloured
    hand[LOCOMOTIVE] -= event.locomotives
    discards[LOCOMOTIVE] += event.locomotives
    pay_shown(game, event.seat, event.colour, coloured, event.locomotives)
    game.stations[event.seat].append(event.city)
    game.consecutive_passes = game.idle_turns = 0


MECHANIC_HANDLERS: Mapping[type, Callable[[State, Any], None]] = {
    events.CardPlaced: _card_placed,
    events.TicketRacked: _ticket_racked,
    events.TeamTicketsPlaced: _team_tickets_placed,
    events.TicketsShared: _tickets_shared,
    events.TunnelOpened: _tunnel_opened,
    events.TunnelTurnedUp: _tunnel_turned_up,
    events.TunnelBuilt: _tunnel_built,
    events.TunnelWithdrawn: _tunnel_withdrawn,
    events.StationBuilt: _station_built,
}
