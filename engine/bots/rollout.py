"""One candidate in one world: its action is played at the table, then all play on lightly."""

from __future__ import annotations

from engine.actions import (
    Action,
    BuildStation,
    Claim,
    Draw,
    DrawTickets,
    Keep,
    Pay,
    Withdraw,
)
from engine.board.model import Board
from engine.bots.playout.lending import build_lender
from engine.bots.playout.plan import wants_of
from engine.bots.playout.policy import (
    draw_tickets,
    end_turn,
    play_out,
    put_card,
    second_draw,
    take_from_row,
)
from engine.bots.playout.result import final_totals
from engine.bots.playout.table import Table
from engine.bots.playout.terrain import CARD_NUMBERS, LOCO
from engine.cards import BLIND, CARDS
from engine.state import OpenTunnel


class Candidate:
    """An action, and the plan with which its seat plays on.

    ``handicap`` are the points by which its playouts flatter it.
    """

    def __init__(self, action: Action, plan: list[int] | None) -> None:
        self.action = action
        self.plan = plan
        self.utilities: list[float] = []
        self.margins: list[int] = []
        self.wins: float = 0.0
        self.handicap: float = 0.0


class Spot:
    """The place of a decision: whose it is, of what kind, and what has happened in the turn."""

    def __init__(
        self, board: Board, seat: int, kind: str, first: int, tunnel: OpenTunnel | None
    ) -> None:
        self.board = board
        self.seat = seat
        self.kind = kind
        self.first = first
        """The seat that begins the game."""
        self.tunnel = tunnel
        self.second_to_rack = False


def totals_after(spot: Spot, table: Table, candidate: Candidate) -> list[int]:
    """Play a candidate and then the game to its end; the points of each side. Uses the table up."""
    seat = spot.seat
    side = table.side_of[seat]
    if candidate.plan is not None:
        table.plans[side] = candidate.plan[:]
        table.stale[side] = False
    _act(spot, table, candidate.action)
    if spot.kind == "setup":
        play_out(table, spot.first)
    elif not end_turn(table, seat):
        play_out(table, table.next_seat[seat])
    return final_totals(table, spot.board)


def _act(spot: Spot, table: Table, action: Action) -> None:
    seat = spot.seat
    side = table.side_of[seat]
    if isinstance(action, Draw):
        _draw(spot, table, action.source)
    elif isinstance(action, Claim):
        track = table.terrain.track_numbers[action.track]
        if action.cards:
            table.claim_with_sets(seat, track, [action.cards.count(card) for card in CARDS])
        else:
            table.claim(seat, track, CARD_NUMBERS[action.colour], action.locomotives)
        table.refill()
    elif isinstance(action, BuildStation):
        build_lender(table, seat, action)
    elif isinstance(action, DrawTickets):
        draw_tickets(table, side)
    elif isinstance(action, Keep):
        table.tickets[side] += [table.terrain.ticket_numbers[key] for key in action.tickets]
    elif isinstance(action, Pay | Withdraw):
        _answer(spot, table, action)


def _draw(spot: Spot, table: Table, source: str) -> None:
    seat = spot.seat
    first = spot.kind == "turn"
    if source == BLIND:
        card = table.draw_blind()
    else:
        card = CARD_NUMBERS[source]
        take_from_row(table, table.row.index(card))
    if card >= 0:
        put_card(table, seat, card, to_rack=first or spot.second_to_rack)
    alone = card == LOCO and source != BLIND and not table.terrain.bound
    if first and not alone:
        plan = table.plans[table.side_of[seat]]
        second_draw(table, seat, wants_of(table, plan, table.held(seat)))


def _answer(spot: Spot, table: Table, action: Pay | Withdraw) -> None:
    """Pay what a tunnel asks, or take its cards back (A-8)."""
    tunnel = spot.tunnel
    assert tunnel is not None
    seat = spot.seat
    colour = CARD_NUMBERS[tunnel.colour]
    for card in tunnel.turned_up:
        table.discards[CARD_NUMBERS[card]] += 1
    if isinstance(action, Pay):
        table.discards[colour] += tunnel.coloured
        table.discards[LOCO] += tunnel.locomotives
        table.pay(seat, colour, tunnel.asks - action.locomotives)
        table.pay(seat, LOCO, action.locomotives)
        table.take_track(seat, table.terrain.track_numbers[tunnel.track])
    else:
        table.hands[seat][colour] += tunnel.coloured
        table.hands[seat][LOCO] += tunnel.locomotives
    table.refill()
