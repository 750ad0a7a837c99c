"""The final score of a game that was played out (B-12, J-9, A-11, A-12)."""

from __future__ import annotations

from engine.board.model import Board
from engine.bots.playout.table import Table
from engine.network import longest_trail_length


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
        part = table.part[side]
        for ticket in table.tickets[side]:
            if part[terrain.from_city[ticket]] == part[terrain.to_city[ticket]]:
                total += terrain.worth[ticket]
                done += 1
            else:
                total -= terrain.worth[ticket]
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
    """What a side has more than the best of the others; negative where it has less."""
    best = -1_000_000
    for other in range(len(totals)):
        if other != side and totals[other] > best:
            best = totals[other]
    return totals[side] - best
