"""The plan of a side: the cheapest ways found for its tickets, one after the other."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import Final

from engine.bots.playout.lending import BUILDING_TURNS, price_lent
from engine.bots.playout.sets import turns_with_sets
from engine.bots.playout.table import OPEN, Table
from engine.bots.playout.terrain import ANY, KINDS, LOCO, Terrain, worth_now

TURN: Final = 8
"""Costs are counted in eighths of a turn."""
FAR: Final = 1_000_000
POINTS_CUT: Final = 8
"""Tenths of an eighth of a turn by which each point of a track shortens a way."""
CITY_BITS: Final = 8
CITY_MASK: Final = 255


def turns_left(table: Table, side: int) -> int:
    """Guess the turns that each seat of a side still has, in eighths (B-11, J-8, A-10)."""
    terrain = table.terrain
    if table.last_seat >= 0:
        return TURN
    fewest, second, own = FAR, FAR, FAR
    for other in range(len(table.sides)):
        stock = -terrain.low_trains
        for seat in table.sides[other]:
            stock += table.trains[seat]
        if stock < 0:
            stock = 0
        turns = stock * TURN * 4 // (5 * len(table.sides[other]))
        if other == side:
            own = turns
        if turns < fewest:
            second = fewest
            fewest = turns
        elif turns < second:
            second = turns
    if terrain.low_bullets >= 0:
        bullets = table.bullets - terrain.low_bullets
        by_bullets = bullets * TURN * 10 // (3 * terrain.seats)
        if by_bullets > fewest:
            fewest = by_bullets
    elif own == fewest and second // 2 > fewest:
        fewest = second // 2
    return fewest + 2 * TURN


def cards_of(table: Table, side: int) -> list[int]:
    """All that the seats of a side may pay with together."""
    seats = table.sides[side]
    if len(seats) == 1:
        return table.held(seats[0])
    held = table.racks[side][:]
    for seat in seats:
        hand = table.hands[seat]
        for kind in range(KINDS):
            held[kind] += hand[kind]
    return held


def best_cards(terrain: Terrain, held: list[int]) -> list[int]:
    """For each colour of track the cards of one colour that a holder of these has for it.

    On boards with sets the number of all cards follows (M-3).
    """
    have = held[:]
    have[ANY] = 0
    for kind in range(LOCO):
        if held[kind] > have[ANY]:
            have[ANY] = held[kind]
    if terrain.has_sets:
        have.append(sum(held))
    return have


def turns_for(terrain: Terrain, have: list[int], locomotives: int, track: int) -> int:
    """Guess the turns that it takes to collect for a track and to claim it, in eighths.

    ``have`` are the :func:`best_cards` of the holder.
    """
    if terrain.has_sets and terrain.most_sets[track]:
        return turns_with_sets(terrain, have, locomotives, track)
    asked = terrain.least_locomotives[track]
    lacking = terrain.length[track] - asked - have[terrain.colour[track]]
    turns = TURN + terrain.turns_up[track]
    spare = locomotives - asked
    if spare < 0:
        turns -= 8 * spare
        spare = 0
    if lacking <= 0:
        return turns
    if spare > terrain.most_locomotives[track] - asked:
        spare = terrain.most_locomotives[track] - asked
    return turns + 4 * lacking - 2 * (spare if spare < lacking else lacking)


def costs_of(table: Table, side: int, held: list[int]) -> list[int]:
    """The cost of each track to a side that looks for a way; FAR where it cannot have it."""
    terrain = table.terrain
    seats = table.sides[side]
    have = best_cards(terrain, held)
    costs: list[int] = []
    for track in range(len(table.owner)):
        cost = FAR
        if table.owner[track] == OPEN:
            for seat in seats:
                if table.can_take(seat, track):
                    cost = turns_for(terrain, have, held[LOCO], track)
                    if not (terrain.bullet[track] and table.bullets > 0):
                        cost -= POINTS_CUT * terrain.points[track] // 10
                    if cost < 2:
                        cost = 2
                    break
        costs.append(cost)
    return costs


def find_way(
    table: Table, costs: list[int], part: list[int], start: int, end: int, below: int = FAR
) -> tuple[int, list[int]]:
    """The cheapest way that joins two cities: its cost, FAR where there is none; its tracks.

    Only ways cheaper than ``below`` are looked for. What a side has joined already costs nothing,
    nor do tracks of cost 0.
    """
    terrain = table.terrain
    a, b, touching = terrain.a, terrain.b, terrain.touching
    best = [FAR] * terrain.cities
    came = [-1] * terrain.cities
    best[start] = 0
    goal = part[end]
    heap: list[int] = [start]
    while heap:
        code = heappop(heap)
        city = code & CITY_MASK
        so_far = code >> CITY_BITS
        if so_far > best[city]:
            continue
        if part[city] == goal:
            way: list[int] = []
            while city != start:
                track = came[city]
                if part[a[track]] != part[b[track]] and costs[track] > 0:
                    way.append(track)
                city = a[track] + b[track] - city
            return so_far, way
        here = part[city]
        for track in touching[city]:
            to = a[track] + b[track] - city
            cost = so_far
            if part[to] != here:
                cost += costs[track]
                if cost >= below:
                    continue
            if cost < best[to]:
                best[to] = cost
                came[to] = track
                heappush(heap, cost << CITY_BITS | to)
    return FAR, []


def way_for(table: Table, costs: list[int], part: list[int], ticket: int) -> tuple[int, list[int]]:
    """The cheapest way that completes a ticket; of a country ticket, to any of its ends (M-8)."""
    terrain = table.terrain
    if not terrain.far[ticket]:
        return find_way(table, costs, part, terrain.from_city[ticket], terrain.to_city[ticket])
    best, way = FAR, [-1]
    for near in terrain.near[ticket]:
        for far in terrain.far[ticket]:
            cost, found = find_way(table, costs, part, near, far, best)
            if cost < best:
                best, way = cost, found
    return best, way if best < FAR else []


def make_plan(table: Table, side: int) -> list[int]:
    """The tracks to claim for the tickets of a side, the dearest ticket first.

    Tickets that trains or turns do not allow are left out.
    """
    terrain = table.terrain
    part = table.part[side]
    open_tickets = [
        ticket for ticket in table.tickets[side] if worth_now(terrain, part, ticket) < 0
    ]
    if not open_tickets:
        return []
    held = cards_of(table, side)
    have = best_cards(terrain, held)
    costs = costs_of(table, side, held)
    may_be_lent = price_lent(table, side, costs)
    trains = 0
    for seat in table.sides[side]:
        trains += table.trains[seat]
    turns = turns_left(table, side) * len(table.sides[side])
    codes = [(1000 - terrain.worth[ticket]) * 1000 + ticket for ticket in open_tickets]
    codes.sort()
    plan: list[int] = []
    for code in codes:
        ticket = code % 1000
        cost, way = way_for(table, costs, part, ticket)
        if cost >= FAR:
            continue
        needs, takes, lent = 0, 0, 0
        for track in way:
            if table.owner[track] != OPEN:
                lent += 1
                takes += BUILDING_TURNS
                continue
            takes += turns_for(terrain, have, held[LOCO], track)
            if not (terrain.bullet[track] and table.bullets > 0):
                needs += terrain.trains[track]
        if needs > trains or takes > turns or lent > may_be_lent:
            continue
        may_be_lent -= lent
        trains -= needs
        turns -= takes
        for track in way:
            costs[track] = 0
            plan.append(track)
    return plan


def wants_of(table: Table, tracks: list[int], held: list[int]) -> list[int]:
    """The cards of each colour that these tracks take, a gray one of what is left over most."""
    terrain = table.terrain
    wants = [0] * KINDS
    for track in tracks:
        colour = terrain.colour[track]
        if colour != ANY:
            wants[colour] += terrain.length[track]
    for track in tracks:
        if terrain.colour[track] == ANY:
            best, most = 0, -1000
            for kind in range(LOCO):
                left = held[kind] - wants[kind]
                if left > most:
                    best, most = kind, left
            wants[best] += terrain.length[track]
    return wants
