"""The light policy that plays a game out: claim what is planned, else draw towards it."""

from __future__ import annotations

from typing import Final

from engine.bots.playout.lending import build_last, build_planned, use_lenders
from engine.bots.playout.plan import make_plan, wants_of
from engine.bots.playout.sets import cards_with_sets, sets_for
from engine.bots.playout.table import NOBODY, OPEN, Table
from engine.bots.playout.targets import best_target, gain_of, spare_claim
from engine.bots.playout.terrain import ANY, KINDS, LOCO, worth_now

MAX_TURNS: Final = 600


def play_out(table: Table, seat: int) -> None:
    """Play the game to its end, this seat's turn next."""
    for _ in range(MAX_TURNS):
        take_turn(table, seat)
        if end_turn(table, seat):
            return
        seat = table.next_seat[seat]


def end_turn(table: Table, seat: int) -> bool:
    """End the turn of a seat; say whether the game is over (B-11, J-8, A-10)."""
    if table.last_seat == seat:
        return True
    if table.last_seat == NOBODY and _is_low(table, seat):
        table.last_seat = seat
    return False


def _is_low(table: Table, seat: int) -> bool:
    terrain = table.terrain
    low = terrain.low_trains
    if terrain.low_bullets >= 0 and table.bullets > terrain.low_bullets:
        return False
    if terrain.counts_team:
        for side in table.sides:
            stock = 0
            for mate in side:
                stock += table.trains[mate]
            if stock <= low:
                return True
        return False
    if terrain.counts_any:
        return min(table.trains) <= low
    return table.trains[seat] <= low


def take_turn(table: Table, seat: int) -> None:
    """Play one turn of a seat."""
    if table.last_seat >= 0:
        last_turn(table, seat)
        return
    side = table.side_of[seat]
    if table.stale[side]:
        table.plans[side] = make_plan(table, side)
        table.stale[side] = False
    held = table.held(seat)
    use_lenders(table, side)
    # What is left of the plan may be for the mate, who has the trains.
    plan = [track for track in table.plans[side] if table.can_take(seat, track)]
    if not plan:
        if build_planned(table, seat):
            return
        target = best_target(table, seat, held)
        if target >= 0:
            plan.append(target)
    wants = wants_of(table, plan, held)
    best, best_kind, most = -1, -1, -1
    terrain = table.terrain
    for track in plan:
        kind = table.best_kind(held, track, wants)
        if kind < 0:
            continue
        length = terrain.length[track]
        weight = 4 * length + (3 if terrain.colour[track] != ANY else 0)
        if terrain.turns_up[track]:
            spare = held[LOCO] + (held[kind] if kind != LOCO else 0) - length
            if spare < 1:
                continue
        if weight > most:
            best, best_kind, most = track, kind, weight
    if best < 0:
        best, best_kind = spare_claim(table, seat, held, wants, plan)
    if best >= 0:
        _claim(table, seat, held, best, best_kind)
        return
    _draw(table, seat, held, wants)


def _claim(table: Table, seat: int, held: list[int], track: int, kind: int) -> None:
    terrain = table.terrain
    locomotives = terrain.length[track]
    if kind != LOCO:
        locomotives = table.locomotives_for(held, track, kind)
    if locomotives >= 0:
        table.claim(seat, track, kind, locomotives)
    else:
        sets = sets_for(terrain, held, track, kind)
        table.claim_with_sets(seat, track, cards_with_sets(terrain, held, track, kind, sets))
    table.refill()


def draw_tickets(table: Table, side: int) -> None:
    """Draw tickets and keep those that a plan can include; of none, the cheapest."""
    terrain = table.terrain
    count = min(terrain.offer, len(table.ticket_deck))
    offered = [table.ticket_deck.pop() for _ in range(count)]
    keep_tickets(table, side, offered)


def keep_tickets(table: Table, side: int, offered: list[int]) -> None:
    """Keep of the offered tickets those that a plan can include; of none, the cheapest."""
    terrain = table.terrain
    part = table.part[side]
    held = table.tickets[side]
    kept = 0
    for ticket in offered:
        if worth_now(terrain, part, ticket) > 0:
            held.append(ticket)
            kept += 1
    best, best_turns, best_plan = -1, 1_000_000, table.plans[side]
    for ticket in offered:
        if ticket in held:
            continue
        held.append(ticket)
        plan = make_plan(table, side)
        held.pop()
        if plan:
            turns = 0
            for track in plan:
                turns += 8 + 4 * terrain.length[track] // 2
            turns -= 3 * terrain.worth[ticket]
            if turns < best_turns:
                best, best_turns, best_plan = ticket, turns, plan
    if best >= 0 and (not kept or best_turns < 0):
        held.append(best)
        table.plans[side] = best_plan
        kept += 1
    if not kept:
        cheapest = offered[0]
        for ticket in offered:
            if terrain.worth[ticket] < terrain.worth[cheapest]:
                cheapest = ticket
        held.append(cheapest)


def last_turn(table: Table, seat: int) -> None:
    """Claim what brings most at once, with the tickets that it completes."""
    terrain = table.terrain
    side = table.side_of[seat]
    part = table.part[side]
    held = table.held(seat)
    nothing = [0] * KINDS
    best, best_kind, most = -1, -1, 0
    for track in range(len(table.owner)):
        if table.owner[track] != OPEN or not table.can_take(seat, track):
            continue
        kind = table.best_kind(held, track, nothing)
        if kind < 0:
            continue
        gained = terrain.points[track]
        if terrain.bullet[track] and table.bullets > 0:
            gained = gain_of(table, seat, track)
        from_part, to_part = part[terrain.a[track]], part[terrain.b[track]]
        if from_part != to_part:
            for ticket in table.tickets[side]:
                if terrain.far[ticket]:
                    continue
                start, end = part[terrain.from_city[ticket]], part[terrain.to_city[ticket]]
                if (start == from_part and end == to_part) or (
                    start == to_part and end == from_part
                ):
                    gained += 2 * terrain.worth[ticket]
        if gained > most:
            best, best_kind, most = track, kind, gained
    if build_last(table, seat, most):
        return
    if best >= 0:
        _claim(table, seat, held, best, best_kind)


def _draw(table: Table, seat: int, held: list[int], wants: list[int]) -> None:
    """Draw two cards towards what is wanted, or take a locomotive (B-4)."""
    if _wants_locomotive(table, held, wants):
        take_from_row(table, table.row.index(LOCO))
        put_card(table, seat, LOCO, to_rack=True)
        if table.terrain.bound:
            second_draw(table, seat, wants)
        return
    card = draw_card(table, held, wants)
    if card >= 0:
        put_card(table, seat, card, to_rack=True)
        second_draw(table, seat, wants)


def second_draw(table: Table, seat: int, wants: list[int]) -> None:
    """Draw the second card of a turn."""
    card = draw_card(table, table.held(seat), wants)
    if card >= 0:
        put_card(table, seat, card, to_rack=False)


def put_card(table: Table, seat: int, card: int, *, to_rack: bool) -> None:
    """Give a seat a card; on boards of teams one of two goes to the rack (A-3)."""
    if to_rack and table.has_racks:
        table.racks[table.side_of[seat]][card] += 1
    else:
        table.hands[seat][card] += 1


def take_from_row(table: Table, slot: int) -> None:
    """Take a face-up card away, and refill the row."""
    table.row[slot] = -1
    table.refill()


def _wants_locomotive(table: Table, held: list[int], wants: list[int]) -> bool:
    """Whether a face-up locomotive is worth the turn: it is missing, and little else lies there."""
    row = table.row
    if LOCO not in row:
        return False
    lacking = -held[LOCO]
    for kind in range(LOCO):
        if wants[kind] > held[kind]:
            lacking += wants[kind] - held[kind]
    if lacking <= 0:
        return False
    useful = 0
    for card in row:
        if card >= 0 and card != LOCO and wants[card] > held[card]:
            useful += 1
    return useful < 2 or lacking == 1


def draw_card(table: Table, held: list[int], wants: list[int]) -> int:
    """Take the card of the row that is missing, or one off the deck; -1 where there is none."""
    row = table.row
    best_slot, least = -1, 1000
    for slot in range(len(row)):
        card = row[slot]
        if card >= 0 and card != LOCO:
            missing = wants[card] - held[card]
            if 0 < missing < least:
                best_slot, least = slot, missing
    if best_slot < 0:
        card = table.draw_blind()
        if card >= 0:
            return card
        for slot in range(len(row)):
            if row[slot] >= 0 and row[slot] != LOCO:
                best_slot = slot
                break
        if best_slot < 0:
            return -1
    card = row[best_slot]
    take_from_row(table, best_slot)
    return card
