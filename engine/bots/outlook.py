"""What a seat makes of its view before it decides: its means, its time, its plan."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from engine.actions import Claim
from engine.board.model import Ticket, Track
from engine.bots.plan import Atlas, Plan, plan, spends, turns_for
from engine.bots.worth import payment_cost, points, turns_left
from engine.rules.teams import funds
from engine.view import View


class Outlook:
    """The view of a seat, with what the planner asks of it again and again.

    :raises ValueError: if the view is a spectator's.
    """

    def __init__(self, view: View) -> None:
        if view.seat is None:
            raise ValueError("A spectator has nothing to plan.")
        self.view = view
        self.seat: int = view.seat
        self.purse = funds(view, view.seat)
        self.time = turns_left(view, view.seat)
        self.atlas = Atlas(view, view.seat, self.purse)

    @cached_property
    def tickets(self) -> list[Ticket]:
        """The tickets that count for the seat as far as it knows them: its own, and the rack's."""
        view = self.view
        racked = view.ticket_racks[view.team_of[self.seat]] if view.teams else []
        return [view.board.tickets[key] for key in (*view.tickets[self.seat], *racked)]

    @cached_property
    def plan(self) -> Plan:
        """The network to build for the tickets."""
        return plan(self.atlas, self.tickets, self.time)

    @cached_property
    def claims(self) -> Mapping[str, Sequence[Claim]]:
        """The legal claims, by track."""
        found: dict[str, list[Claim]] = {}
        for action in self.view.legal_actions():
            if isinstance(action, Claim):
                found.setdefault(action.track, []).append(action)
        return found

    def payment(self, track: Track) -> Claim:
        """Gets the claim of a track whose payment hurts the plan least."""
        return min(self.claims[track.id], key=self.payment_cost)

    def payment_cost(self, claim: Claim) -> float:
        """Gets how many cards a payment takes away from the rest of the plan."""
        track = self.view.board.tracks[claim.track]
        others = [other for other in self.plan.tracks if other is not track]
        return payment_cost(self.purse, claim, track.length, others)

    @cached_property
    def within_reach(self) -> list[Track]:
        """The open tracks for which the seat has the trains, and time enough."""
        view = self.view
        return [
            track
            for key, offer in view.lanes.open.items()
            if offer.group not in view.barred[self.seat]
            and spends(view, track := view.board.tracks[key]) <= view.trains[self.seat]
            and turns_for(self.purse, track) <= self.time
        ]

    def points(self, track: Track) -> float:
        """Gets what claiming a track adds to the score by itself."""
        return points(self.view, self.seat, track)

    def rate(self, track: Track) -> float:
        """Gets the points a turn of saving for a track and claiming it for its own sake."""
        return self.points(track) / turns_for(self.purse, track)

    def without(self, track: Track) -> Plan:
        """Gets the plan for the same tickets if somebody else takes a track."""
        atlas = Atlas(self.view, self.seat, self.purse, without=[track.id])
        return plan(atlas, self.plan.tickets)
