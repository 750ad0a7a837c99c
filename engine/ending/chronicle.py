"""The course of a game in counts and turning points: claims, leads, tunnels, waits, hands."""

from __future__ import annotations

from dataclasses import dataclass

from engine import events
from engine.board.model import Board
from engine.ending.facts import FullHand, LongWait, TunnelDecided
from engine.ending.tickets import Laying, Side, sides_of
from engine.state import State


@dataclass(frozen=True, slots=True)
class Laid:
    """A claim, or a bullet train: ``cards`` were paid, the extra ones of a tunnel among them."""

    seat: int
    track: str
    turn: int
    points: int
    cards: int
    kind: str
    """``route``, ``tunnel`` or ``bullet``."""


class Chronicle:
    """Follows what everybody sees through the events of a game."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.laid: list[Laid] = []
        self.tunnels: list[TunnelDecided] = []
        self.leads: list[tuple[int, Side]] = []
        """The turns in which another side came to lead alone in points on the board."""
        self.kept: tuple[int, ...] = ()
        """The number of first tickets that each seat kept."""
        self.drawn_tickets: dict[int, int] = {}
        self.flushes = 0
        self.passes = 0
        self.waits: dict[int, LongWait] = {}
        """The longest wait of each seat."""
        self.hands: dict[int, FullHand] = {}
        self.bullets_gone: int | None = None
        """The turn in which the last bullet train was placed."""
        self.final_round: tuple[int, int] | None = None
        """The turn that began the last round, and the seat that began it, which plays last."""
        self._idle: dict[int, int] = {}
        self._was_idle = True

    def before(self, event: events.Event, state: State) -> None:
        """Note what the event is about to end: a tunnel, or a turn without trains."""
        match event:
            case events.TunnelBuilt() if state.tunnel is not None and state.tunnel.asks:
                self._tunnel(state, built=True)
            case events.TunnelWithdrawn():
                self._tunnel(state, built=False)
            case events.TurnStarted() | events.GameEnded():
                self._end_turn(state)

    def after(self, event: events.Event, state: State) -> None:
        """Take in what an event has changed."""
        match event:
            case events.ChoicesRevealed():
                self.kept = event.kept
            case events.TicketsKept():
                self.drawn_tickets[event.seat] = self.drawn_tickets.get(event.seat, 0) + len(
                    event.kept
                )
            case events.RowFlushed():
                self.flushes += 1
            case events.TurnPassed():
                self.passes += 1
            case events.TurnStarted():
                self._was_idle = True
            case events.FinalRoundStarted():
                self.final_round = (state.turn, event.last)
            case events.RouteClaimed() | events.BulletTrainPlaced() | events.TunnelBuilt():
                self._lay(event, state)
            case events.CardDrawn() | events.CardTaken() | events.CardPlaced():
                self._hold(event.seat, state)

    def _lay(self, event: Laying, state: State) -> None:
        self._was_idle = False
        track = self.board.tracks[event.track]
        kind, points, extra = "route", 0, 0
        if isinstance(event, events.BulletTrainPlaced):
            kind = "bullet"
            if not state.bullets:
                self.bullets_gone = state.turn
        else:
            points = event.points
        if isinstance(event, events.RouteClaimed):
            points += event.mountain_points or 0
            if event.cards:
                extra = len(event.cards) - track.length
        if isinstance(event, events.TunnelBuilt):
            kind = "tunnel"
            if self.tunnels and self.tunnels[-1].turn == state.turn:
                extra = self.tunnels[-1].asks
        self.laid.append(Laid(event.seat, track.id, state.turn, points, track.length + extra, kind))
        self._lead(state)

    def _lead(self, state: State) -> None:
        totals = {side: sum(state.points[seat] for seat in side) for side in sides_of(state)}
        most = max(totals.values())
        ahead = [side for side, points in totals.items() if points == most]
        if len(ahead) == 1 and (not self.leads or self.leads[-1][1] != ahead[0]):
            self.leads.append((state.turn, ahead[0]))

    def _tunnel(self, state: State, *, built: bool) -> None:
        tunnel = state.tunnel
        assert tunnel is not None
        fact = TunnelDecided(tunnel.seat, tunnel.track, tunnel.asks, built, state.turn)
        self.tunnels.append(fact)

    def _end_turn(self, state: State) -> None:
        seat = state.turn_seat
        if seat is None or not state.turn:
            return
        idle = self._idle[seat] = self._idle.get(seat, 0) + 1 if self._was_idle else 0
        if idle > (self.waits[seat].turns if seat in self.waits else 0):
            self.waits[seat] = LongWait(seat, idle, state.turn)

    def _hold(self, seat: int, state: State) -> None:
        cards = sum(state.hands[seat].values())
        if cards > (self.hands[seat].cards if seat in self.hands else 0):
            self.hands[seat] = FullHand(seat, cards, state.turn)
