"""Stations in games that are played out: what they lend is bound when it is first used (M-4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.actions import BuildStation
from engine.bots.playout.terrain import CARD_NUMBERS, KINDS, LOCO, Terrain, worth_now

if TYPE_CHECKING:
    from engine.bots.playout.table import Table
    from engine.view import View

BUILDING_TURNS: Final = 20
"""The turns that a station takes with its cards and its points, in eighths."""


class Lenders:
    """The stations at a table: by side, how many are left, and the cities of those that have lent
    nothing yet.
    """

    def __init__(
        self, cost: list[int], points_left: int, left: list[int], idle: list[list[int]]
    ) -> None:
        self.cost = cost
        """The cards that each station of a side takes, in order."""
        self.points_left = points_left
        self.left = left
        self.idle = idle

    def copy(self) -> Lenders:
        """An independent copy."""
        idle = [list(cities) for cities in self.idle]
        return Lenders(self.cost, self.points_left, self.left[:], idle)

    def next_cost(self, side: int) -> int:
        """The cards that the next station of a side takes; 0 where it has none left."""
        left = self.left[side]
        return self.cost[len(self.cost) - left] if left > 0 else 0


def lenders_of(view: View, terrain: Terrain) -> Lenders:
    """The stations of a view, none on boards without; where there are some nobody has a team."""
    stations, built = view.board.stations, view.stations or [[] for _ in view.sides]
    cost = list(stations.cost) if stations is not None else []
    left = [len(cost) - len(own) for own in built]
    idle = [[terrain.city_numbers[city] for city in own] for own in built]
    return Lenders(cost, stations.points_left if stations is not None else 0, left, idle)


def price_lent(table: Table, side: int, costs: list[int]) -> int:
    """Put a price on the tracks of others that a station could lend; return how many may be.

    Which cities have a station already is not looked at: either end of a track may lend it.
    """
    lenders = table.lenders
    idle = lenders.idle[side]
    count = lenders.left[side] + len(idle)
    if count:
        terrain = table.terrain
        for track in range(len(table.owner)):
            if is_lent(table, side, track):
                at_once = terrain.a[track] in idle or terrain.b[track] in idle
                costs[track] = 2 if at_once else BUILDING_TURNS
    return count


def use_lenders(table: Table, side: int) -> None:
    """Join what idle stations can lend of the plan; it takes no turn."""
    terrain, idle = table.terrain, table.lenders.idle[side]
    if not idle:
        return
    for track in table.plans[side][:]:
        if not is_lent(table, side, track):
            continue
        a, b = terrain.a[track], terrain.b[track]
        if a in idle or b in idle:
            idle.remove(a if a in idle else b)
            table.join(side, a, b)
            table.plans[side].remove(track)


def is_lent(table: Table, side: int, track: int) -> bool:
    """Whether a track is another side's, so that a station could lend it."""
    owner = table.owner[track]
    return owner >= 0 and table.side_of[owner] != side and not table.terrain.bullet[track]


def build_lender(table: Table, seat: int, action: BuildStation) -> None:
    """Build the station of an action."""
    side, lenders = table.side_of[seat], table.lenders
    cost = lenders.next_cost(side)
    table.pay(seat, CARD_NUMBERS[action.colour], cost - action.locomotives)
    table.pay(seat, LOCO, action.locomotives)
    lenders.left[side] -= 1
    lenders.idle[side].append(table.terrain.city_numbers[action.city])
    table.refill()


def build_planned(table: Table, seat: int) -> bool:
    """Build the station that the plan wants first, if the cards are there."""
    side = table.side_of[seat]
    for track in table.plans[side]:
        if is_lent(table, side, track):
            if not _pay(table, seat):
                return False
            table.join(side, table.terrain.a[track], table.terrain.b[track])
            table.plans[side].remove(track)
            return True
    return False


def build_last(table: Table, seat: int, most: int) -> bool:
    """Build the station that brings more than this with the tickets it completes, if any does."""
    side = table.side_of[seat]
    lenders = table.lenders
    if not lenders.left[side]:
        return False
    track = _best_lent(table, side, list(range(len(table.owner))), most + lenders.points_left)
    if track < 0 or not _pay(table, seat):
        return False
    table.join(side, table.terrain.a[track], table.terrain.b[track])
    return True


def lend_at_the_end(table: Table, side: int) -> int:
    """Let each idle station lend the track that brings most ticket points, one after the other.

    Return the points for those that were not built.
    """
    lenders = table.lenders
    for city in lenders.idle[side]:
        track = _best_lent(table, side, table.terrain.touching[city], 0)
        if track >= 0:
            table.join(side, table.terrain.a[track], table.terrain.b[track])
    lenders.idle[side] = []
    return lenders.points_left * lenders.left[side]


def _best_lent(table: Table, side: int, tracks: list[int], most: int) -> int:
    """The one of some tracks that gains more ticket points than ``most`` when lent; or -1."""
    terrain = table.terrain
    part = table.part[side]
    missed = [ticket for ticket in table.tickets[side] if worth_now(terrain, part, ticket) < 0]
    best = -1
    if not missed:
        return best
    for track in tracks:
        if not is_lent(table, side, track):
            continue
        here, there = part[terrain.a[track]], part[terrain.b[track]]
        if here == there:
            continue
        joined = [here if place == there else place for place in part]
        gained = 0
        for ticket in missed:
            worth = worth_now(terrain, joined, ticket)
            if worth > 0:
                gained += worth + terrain.worth[ticket]
        if gained > most:
            best, most = track, gained
    return best


def _pay(table: Table, seat: int) -> bool:
    """Pay for the next station with the colour of which most is held, then with locomotives."""
    side = table.side_of[seat]
    lenders = table.lenders
    cost = lenders.next_cost(side)
    if not cost:
        return False
    hand = table.hands[seat]
    kind = 0
    for other in range(KINDS):
        if other != LOCO and hand[other] > hand[kind]:
            kind = other
    locomotives = cost - hand[kind] if hand[kind] < cost else 0
    if hand[LOCO] < locomotives or (locomotives and table.terrain.bound):
        return False
    table.pay(seat, kind, cost - locomotives)
    table.pay(seat, LOCO, locomotives)
    lenders.left[side] -= 1
    table.refill()
    return True
