"""Stations in games that are played out: what they lend is bound when it is first of use (M-4)."""

from __future__ import annotations

from engine.bots.playout.table import Table
from engine.bots.playout.terrain import KINDS, LOCO, worth_now


def next_cost(table: Table, side: int) -> int:
    """The cards that the next station of a side takes; 0 where it has none left."""
    cost, left = table.terrain.station_cost, table.stations_left[side]
    return cost[len(cost) - left] if left > 0 else 0


def use_lenders(table: Table, side: int) -> None:
    """Join what idle stations can lend of the plan; it takes no turn."""
    terrain, lenders = table.terrain, table.lenders[side]
    for track in table.plans[side][:]:
        if not is_lent(table, side, track):
            continue
        a, b = terrain.a[track], terrain.b[track]
        if a in lenders or b in lenders:
            lenders.remove(a if a in lenders else b)
            table.join(side, a, b)
            table.plans[side].remove(track)


def is_lent(table: Table, side: int, track: int) -> bool:
    """Whether a track is another side's, so that a station could lend it."""
    owner = table.owner[track]
    return owner >= 0 and table.side_of[owner] != side and not table.terrain.bullet[track]


def build_station(table: Table, seat: int) -> bool:
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


def build_last_station(table: Table, seat: int, most: int) -> bool:
    """Build the station that brings more than this with the tickets it completes, if any does."""
    side = table.side_of[seat]
    if not table.stations_left[side]:
        return False
    track = _best_lent(
        table, side, list(range(len(table.owner))), most + table.terrain.station_points
    )
    if track < 0 or not _pay(table, seat):
        return False
    table.join(side, table.terrain.a[track], table.terrain.b[track])
    return True


def lend_at_the_end(table: Table, side: int) -> None:
    """Let each idle station lend the track that brings most ticket points, one after the other."""
    for city in table.lenders[side]:
        track = _best_lent(table, side, table.terrain.touching[city], 0)
        if track >= 0:
            table.join(side, table.terrain.a[track], table.terrain.b[track])
    table.lenders[side] = []


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
    cost = next_cost(table, side)
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
    table.stations_left[side] -= 1
    table.refill()
    return True
