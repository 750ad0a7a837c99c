"""What the aims of a plan want now: tracks and stations, in the order of the aims."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Final

from engine.board.model import Ticket, Track
from engine.bots.evaluation import Evaluation
from engine.bots.network_plan import NetworkPlan, RouteEdge, plan_network, trains_needed, turns_for
from engine.plans.model import (
    Aim,
    BuildBullets,
    ClaimTrack,
    CompleteTicket,
    CompleteTickets,
    ConnectCities,
    DrawTurns,
    EitherOf,
    FirstOpen,
    HoldCards,
    Memory,
    Plan,
    SingleAim,
    StationIn,
)
from engine.rules.claiming import are_alike, open_equivalent
from engine.rules.stations import station_cost
from engine.view import View


@dataclass(frozen=True, slots=True)
class Target:
    """What an aim wants now. Of ``tracks``, those with a colour to pay with have that colour.

    ``place`` is that of the aim in the plan; an aim that is neither done nor lost and wants nothing
    waits for another.
    """

    place: int
    tracks: tuple[Track, ...] = ()
    station: str | None = None
    turns: float = 0.0
    done: bool = False
    lost: bool = False


DONE: Final = Target(-1, done=True)
LOST: Final = Target(-1, lost=True)


class Targets:
    """The targets of a plan on a view, in order; lines that are done or lost are left out.

    ``done`` and ``lost`` are the places of the aims that are so now. ``hold`` says that nothing may
    be claimed yet, ``draw`` is the line that wants a turn of drawing.
    """

    def __init__(self, plan: Plan, memory: Memory, view: View) -> None:
        assert view.seat is not None
        self.view, self.seat = view, view.seat
        self.evaluation = Evaluation(view, tunnel_spare=1 if plan.answers.tunnel_extra else 0)
        self.found: list[Target] = []
        self.done, self.lost = set(memory.done), set(memory.lost)
        self.hold = False
        self.draw: DrawTurns | None = None
        self.draw_place = -1
        self._resolve(plan, memory)

    @property
    def tracks(self) -> list[Track]:
        """All tracks that are wanted, in order."""
        return [track for target in self.found for track in target.tracks]

    def _resolve(self, plan: Plan, memory: Memory) -> None:
        planned: dict[str, Track] = {}
        trains = self.evaluation.graph.trains
        for place, aim in enumerate(plan.aims):
            if place in self.done or place in self.lost:
                continue
            if isinstance(aim, DrawTurns):
                if self._is_open(aim, place, memory):
                    self.draw, self.draw_place = aim, place
                    return
                self.done.add(place)
                continue
            if isinstance(aim, HoldCards):
                if self.view.hand_sizes[self.seat] < aim.count:
                    self.hold = True
                elif self.view.pending.get(self.seat) == "turn":
                    self.done.add(place)
                continue
            target = self._target(aim, place, memory, planned)
            new = [track for track in target.tracks if track.id not in planned]
            needed = sum(trains_needed(self.view, track) for track in new)
            if target.done:
                self.done.add(place)
            elif target.lost or needed > trains:
                self.lost.add(place)
            else:
                trains -= needed
                planned.update({track.id: track for track in new})
                self.found.append(replace(target, place=place, tracks=tuple(new)))

    def _is_open(self, aim: DrawTurns, place: int, memory: Memory) -> bool:
        drawn = memory.counts[place] if memory.counts else 0
        # The second card belongs to the turn that was counted with its first.
        within = self.view.pending.get(self.seat) != "turn"
        return drawn < aim.turns or (within and drawn == aim.turns)

    def _target(self, aim: Aim, place: int, memory: Memory, planned: Collection[str]) -> Target:
        match aim:
            case FirstOpen(aims):
                options = (self._single(one, place, memory, planned) for one in aims)
                return next((option for option in options if not option.lost), LOST)
            case EitherOf(aims):
                found = [self._single(one, place, memory, planned) for one in aims]
                if any(option.done for option in found):
                    return DONE
                return min(
                    (option for option in found if not option.lost),
                    key=lambda option: option.turns,
                    default=LOST,
                )
        assert not isinstance(aim, DrawTurns | HoldCards)
        return self._single(aim, place, memory, planned)

    def _single(
        self, aim: SingleAim, place: int, memory: Memory, planned: Collection[str]
    ) -> Target:
        match aim:
            case ClaimTrack(key, colour):
                return self._track(key, colour)
            case ConnectCities(a, b):
                return self._way(a, b, planned)
            case CompleteTicket(key):
                return self._tickets([self.view.board.tickets[key]])
            case CompleteTickets():
                return self._tickets(self.evaluation.tickets)
            case StationIn(city):
                return self._station(city)
            case BuildBullets(count):
                built = memory.counts[place] if memory.counts else 0
                return self._bullets(count - built)

    def _track(self, key: str, colour: str) -> Target:
        view, named = self.view, self.view.board.tracks[key]
        side = view.side(self.seat)
        for other in view.board.tracks_of_city[named.a]:
            if view.owner.get(other.id) in side and (other is named or are_alike(other, named)):
                return DONE
        track = open_equivalent(view, key)
        if track.id not in view.open_tracks.by_id or track.id in view.blocked_tracks[self.seat]:
            return LOST
        if colour and track.colour not in (colour, "gray"):
            return LOST
        paid = replace(track, colour=colour) if colour else track
        return Target(-1, (paid,), turns=turns_for(self.evaluation.payable, paid))

    def _way(self, a: str, b: str, planned: Collection[str]) -> Target:
        graph = self.evaluation.graph
        if graph.place(a) == graph.place(b):
            return DONE
        roads = graph.way(min(a, b), max(a, b), planned)
        return _target_of(roads) if roads is not None else LOST

    def _tickets(self, tickets: Sequence[Ticket]) -> Target:
        graph = self.evaluation.graph
        if all(graph.done(ticket) for ticket in tickets):
            return DONE
        found: NetworkPlan = plan_network(graph, tickets, self.evaluation.turns_left)
        return _target_of(found.roads) if found.roads else LOST

    def _station(self, city: str) -> Target:
        view = self.view
        if not view.stations or city in view.stations[self.seat]:
            return DONE
        if any(city in built for built in view.stations) or station_cost(view, self.seat) is None:
            return LOST
        return Target(-1, station=city)

    def _bullets(self, left: int) -> Target:
        if left <= 0:
            return DONE
        view, evaluation = self.view, self.evaluation
        bullets = [
            track
            for key in view.open_tracks.by_id
            if (track := view.board.tracks[key]).kind == "bullet"
        ]
        if not bullets or not view.bullets:
            return LOST
        best = max(bullets, key=lambda track: (evaluation.rate(track), -track.number))
        return Target(-1, (best,), turns=turns_for(evaluation.payable, best))


def _target_of(roads: Sequence[RouteEdge]) -> Target:
    tracks = tuple(road.track for road in roads if road.lender is None)
    lender = next((road.lender for road in roads if road.lender and road.turns > 0.1), None)
    turns = sum(road.turns for road in roads)
    return Target(-1, tracks, None if tracks else lender, turns)
