"""The final score of a game that was played out (B-12, J-9, A-11, A-12, M-4, M-8 to M-10)."""

from __future__ import annotations

from engine.board.model import Board
from engine.bots.playout.lending import lend_at_the_end
from engine.bots.playout.table import Table
from engine.bots.playout.terrain import worth_now
from engine.network import longest_trail_length, most_connected
from engine.scoring import grand_tour_bonus, grand_tours


def final_totals(table: Table, board: Board) -> list[int]:
    """The final points of each side."""
    terrain = table.terrain
    sides = len(table.sides)
    totals: list[int] = []
    completed: list[int] = []
    longest: list[int] = []
    for side in range(sides):
        total, done = 0, 0
        for seat in table.sides[side]:
            total += table.points[seat]
        total += lend_at_the_end(table, side)
        part = table.part[side]
        for ticket in table.tickets[side]:
            worth = worth_now(terrain, part, ticket)
            total += worth
            if worth > 0:
                done += 1
        if terrain.tours:
            tracks = [terrain.track_ids[track] for track in table.taken[side]]
            known = [board.tickets[terrain.ticket_ids[ticket]] for ticket in table.tickets[side]]
            total += grand_tour_bonus(board, grand_tours(board, tracks, known))
        totals.append(total)
        completed.append(done)
        if terrain.longest_bonus:
            ids = terrain.track_ids
            longest.append(longest_trail_length(board, [ids[track] for track in table.taken[side]]))
    if terrain.longest_bonus:
        most = max(longest)
        for side in range(sides):
            if 0 < longest[side] == most:
                totals[side] += terrain.longest_bonus
    if terrain.most_connected:
        ids = terrain.track_ids
        cities = [most_connected(board, [ids[track] for track in own]) for own in table.taken]
        for side in range(sides):
            if 0 < cities[side] == max(cities):
                totals[side] += terrain.most_connected
    if terrain.globetrotter:
        most = max(completed)
        for side in range(sides):
            if 0 < completed[side] == most:
                totals[side] += terrain.globetrotter
    if terrain.bullet_bonus:
        for seat in range(terrain.seats):
            ahead = 0
            for other in range(terrain.seats):
                if table.progress[other] > table.progress[seat]:
                    ahead += 1
            bonus = terrain.bullet_bonus[ahead] if table.progress[seat] else terrain.no_progress
            totals[table.side_of[seat]] += bonus
    return totals


def margin_of(totals: list[int], side: int) -> int:
    """The lead of a side over the best of the others; negative where it has less."""
    best = -1_000_000
    for other in range(len(totals)):
        if other != side and totals[other] > best:
            best = totals[other]
    return totals[side] - best
