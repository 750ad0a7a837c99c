"""The tickets of a game over its course: what each lacked, who blocked it, when it was done.

A ticket lacks the tracks of a shortest way over the network of its side and the open tracks. A way
that was found is kept until it is cut off or another one could have become shorter.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.board.model import Board
from engine.cards import COLOURS, Card
from engine.events import (
    BulletTrainPlaced,
    ChoicesRevealed,
    Event,
    RouteClaimed,
    TicketsKept,
    TunnelBuilt,
)
from engine.lending import lent_to
from engine.network import component_of_city, points_of
from engine.state import State
from engine.ways import way_of_ticket

Laying = RouteClaimed | BulletTrainPlaced | TunnelBuilt
Side = tuple[int, ...]
"""The seats that score together: those of a team, or one alone."""


@dataclass(frozen=True, slots=True)
class TicketEnd:
    """A ticket at the end, or when a director ended the game.

    ``turn`` is when it was completed, and ``order`` its place among all that were, from 1; both are
    None for one that was not. ``missing`` are the open tracks of a shortest way that lacked, and
    ``spaces`` their length; None where no way was left.
    """

    ticket: str
    side: Side
    points: int
    completed: bool
    turn: int | None
    order: int | None
    missing: tuple[str, ...]
    spaces: int | None


@dataclass(frozen=True, slots=True)
class Block:
    """A track that was laid on the shortest way of somebody else's ticket, and cost it spaces.

    The ticket lacked ``before`` spaces and ``after`` it more; None where no way was left.
    """

    seat: int
    track: str
    turn: int
    side: Side
    ticket: str
    before: int
    after: int | None


@dataclass(slots=True)
class _Way:
    """The way a ticket lacks; ``stale`` once another could be shorter, but not below ``least``."""

    missing: tuple[str, ...] | None
    spaces: int | None
    stale: bool = False
    least: int = 0

    def shorten(self, length: int) -> None:
        """Take in a track that costs nothing from now on: nothing gets shorter by more than it."""
        assert self.spaces is not None
        self.least = (self.least if self.stale else self.spaces) - length
        self.stale = True


def sides_of(state: State) -> tuple[Side, ...]:
    """The sides of a game, in playing order."""
    return state.teams or tuple((seat,) for seat in state.order)


class TicketWatch:
    """Follows the tickets of all sides through the events of a game."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.blocks: list[Block] = []
        self.completions: list[tuple[str, Side, int, int]] = []
        """Each completed ticket with its side, the turn, and the seat that laid the last track."""
        self._ways: dict[tuple[Side, str], _Way] = {}
        self._sides: tuple[Side, ...] = ()
        self._side_of: dict[int, Side] = {}
        self._networks: dict[Side, frozenset[str]] = {}

    def needed_colours(self, state: State, seat: int) -> set[Card]:
        """The colours of the tracks that the tickets known to a seat lack: no gray, no bullets."""
        side = self._side_of[seat]
        known = list(state.tickets[seat])
        if state.teams:
            known += state.ticket_racks[state.team_of[seat]]
        tracks = self.board.tracks
        return {
            tracks[track].colour
            for ticket in known
            for track in self._way(state, side, ticket).missing or ()
            if tracks[track].colour in COLOURS and tracks[track].kind != "bullet"
        }

    def before(self, event: Event, state: State) -> None:
        """Look at the ways that a track is about to cut off."""
        if not isinstance(event, Laying) or isinstance(event, BulletTrainPlaced):
            return
        own = self._side_of[event.seat]
        lost = {event.track, *event.closes}
        for side, ticket in self._held(state):
            way = self._ways.get((side, ticket))
            if side == own or (way is not None and not way.stale and not _meets(way, lost)):
                continue
            # What the ticket lacked must be known before it is cut off.
            if way is None or way.stale:
                self._way(state, side, ticket)

    def after(self, event: Event, state: State) -> None:
        """Take in what an event has changed."""
        if isinstance(event, ChoicesRevealed) or not self._sides:
            self._sides = sides_of(state)
            self._side_of = {seat: side for side in self._sides for seat in side}
        if isinstance(event, ChoicesRevealed | TicketsKept):
            self._complete(state, getattr(event, "seat", None))
        if isinstance(event, Laying):
            self._laid(event, state)

    def ends(self, state: State) -> list[TicketEnd]:
        """All tickets of the sides as they stand, side by side."""
        self._networks = {}
        placed = {
            (side, ticket): (turn, order)
            for order, (ticket, side, turn, _) in enumerate(self.completions, 1)
        }
        lent = self._networks_with_lent(state)
        found = []
        for side, ticket in self._held(state):
            way = self._way(state, side, ticket)
            if side in lent and way.spaces != 0:
                end = self._end_with_lent(state, ticket, side, lent[side], len(placed) + 1)
                if end.order is not None:
                    placed[side, ticket] = state.turn, end.order
                found.append(end)
                continue
            turn, order = placed.get((side, ticket), (None, None))
            known = self.board.tickets[ticket]
            points = known.points
            if known.far and way.spaces == 0:
                points = points_of(known, component_of_city(self.board, self._network(state, side)))
            found.append(
                TicketEnd(
                    ticket,
                    side,
                    points,
                    way.spaces == 0,
                    turn,
                    order,
                    way.missing or (),
                    way.spaces,
                )
            )
        return found

    def _networks_with_lent(self, state: State) -> dict[Side, frozenset[str]]:
        """For each side that is lent a track, its network with all of those (M-4)."""
        found: dict[Side, frozenset[str]] = {}
        for side in self._sides:
            own = self._network(state, side)
            known = [
                self.board.tickets[ticket] for held, ticket in self._held(state) if held == side
            ]
            lent = {one.track for one in lent_to(state, side, own, known) if one.track is not None}
            if lent:
                found[side] = own | lent
        return found

    def _end_with_lent(
        self, state: State, ticket: str, side: Side, network: frozenset[str], order: int
    ) -> TicketEnd:
        """A ticket that the own tracks of a side do not complete, with those lent to it (M-4).

        One that they complete is completed with the last turn, as the one of this ``order``.
        """
        card, tracks = self.board.tickets[ticket], self.board.tracks
        way = way_of_ticket(self.board, network, state.open_tracks.by_id, card)
        missing = tuple(track for track in way or () if track not in network)
        spaces = None if way is None else sum(tracks[track].length for track in missing)
        if spaces != 0:
            return TicketEnd(ticket, side, card.points, False, None, None, missing, spaces)
        points = points_of(card, component_of_city(self.board, network))
        return TicketEnd(ticket, side, points, True, state.turn, order, (), 0)

    def _laid(self, event: Laying, state: State) -> None:
        self._networks = {}
        track = self.board.tracks[event.track]
        shared = isinstance(event, BulletTrainPlaced)
        lost = {event.track, *event.closes}
        for side, ticket in self._held(state):
            way = self._ways.get((side, ticket))
            if way is None or not way.spaces:
                continue  # Not looked at yet, or completed, or without any way for ever.
            if shared or event.seat in side:
                is_on_it = not way.stale and _meets(way, {track.id})
                way.shorten(track.length)
                if is_on_it and not _meets(way, set(event.closes)):
                    # The shortest way stays so: no other gains more than this one.
                    assert way.missing is not None
                    way.missing = tuple(other for other in way.missing if other != track.id)
                    way.spaces, way.stale = way.least, False
            elif _meets(way, lost):
                before = way.spaces
                way.shorten(0)
                after = self._way(state, side, ticket).spaces
                if after is None or after > before:
                    self.blocks.append(
                        Block(event.seat, track.id, state.turn, side, ticket, before, after)
                    )
        self._complete(state, event.seat)

    def _complete(self, state: State, seat: int | None) -> None:
        done = {(side, ticket) for ticket, side, _, _ in self.completions}
        for side, ticket in self._held(state):
            way = self._ways.get((side, ticket))
            if (side, ticket) in done or (way is not None and way.stale and way.least > 0):
                continue
            if self._way(state, side, ticket).spaces == 0:
                self.completions.append(
                    (ticket, side, state.turn, side[0] if seat is None else seat)
                )

    def _held(self, state: State) -> Iterator[tuple[Side, str]]:
        """The tickets of each side: those in its hands and in its rack."""
        for side in self._sides:
            for seat in side:
                for ticket in state.tickets[seat]:
                    yield side, ticket
            if state.teams:
                for ticket in state.ticket_racks[state.team_of[side[0]]]:
                    yield side, ticket

    def _way(self, state: State, side: Side, ticket: str) -> _Way:
        way = self._ways.get((side, ticket))
        if way is not None and not way.stale:
            return way
        card = self.board.tickets[ticket]
        own = self._network(state, side)
        tracks = way_of_ticket(self.board, own, state.open_tracks.by_id, card)
        if tracks is None:
            way = _Way(None, None)
        else:
            missing = tuple(track for track in tracks if track not in own)
            way = _Way(missing, sum(self.board.tracks[track].length for track in missing))
        self._ways[side, ticket] = way
        return way

    def _network(self, state: State, side: Side) -> frozenset[str]:
        found = self._networks.get(side)
        if found is None:
            others = {
                track
                for seat, tracks in enumerate(state.claims)
                if seat not in side
                for track in tracks
            }
            found = self._networks[side] = frozenset(state.owner.keys() - others)
        return found


def _meets(way: _Way, tracks: set[str]) -> bool:
    return any(track in tracks for track in way.missing or ())
