"""Tracks beside the tickets: the one to save for, one to claim by the way, and what they bring."""

from __future__ import annotations

from math import exp
from typing import Final

from engine.bots.playout.plan import best_cards, turns_for, turns_left
from engine.bots.playout.table import OPEN, Table
from engine.bots.playout.terrain import ANY, LOCO

MAX_LENGTH: Final = 12
SPARE_POINTS: Final = 5
"""The points that a claim beside the plan has to bring more than."""
SPARE_CARDS: Final = 3
"""This many cards left over, and a claim beside the plan is looked for."""


def best_target(table: Table, seat: int, held: list[int]) -> int:
    """The open track that brings most points a turn, within the trains and the time left; or -1."""
    terrain = table.terrain
    time = turns_left(table, table.side_of[seat])
    have = best_cards(terrain, held)
    has_bullets = table.bullets > 0
    bullet_gains = [-1] * (MAX_LENGTH + 1)
    owner, length = table.owner, terrain.length
    points, bullet = terrain.points, terrain.bullet
    best, most = -1, 0
    for track in range(len(owner)):
        if owner[track] != OPEN:
            continue
        turns = turns_for(terrain, have, held[LOCO], track)
        if turns > time:
            continue
        gained = points[track]
        if has_bullets and bullet[track]:
            gained = bullet_gains[length[track]]
            if gained < 0:
                gained = gain_of(table, seat, track)
                bullet_gains[length[track]] = gained
        rate = gained * 1000 // turns
        if rate > most and table.can_take(seat, track):
            best, most = track, rate
    return best


def spare_claim(
    table: Table, seat: int, held: list[int], wants: list[int], plan: list[int]
) -> tuple[int, int]:
    """A track beside the plan that is worth a turn, with cards and trains that nothing else wants.

    The track and the colour that pays for it, both -1 where there is none.
    """
    most_left = 0
    for kind in range(LOCO):
        left = held[kind] - wants[kind]
        if left > most_left:
            most_left = left
    if most_left < SPARE_CARDS:
        return -1, -1
    terrain = table.terrain
    has_bullets = table.bullets > 0
    trains = table.trains[seat]
    for track in plan:
        if not (has_bullets and terrain.bullet[track]):
            trains -= terrain.trains[track]
    bullet_gains = [-1] * (MAX_LENGTH + 1)
    best, best_kind, most = -1, -1, SPARE_POINTS
    for track in range(len(table.owner)):
        length = terrain.length[track]
        if table.owner[track] != OPEN or length > most_left or terrain.turns_up[track]:
            continue
        gained = terrain.points[track]
        if has_bullets and terrain.bullet[track]:
            gained = bullet_gains[length]
            if gained < 0:
                gained = gain_of(table, seat, track)
                bullet_gains[length] = gained
        elif terrain.trains[track] > trains:
            continue
        if gained <= most or terrain.least_locomotives[track] or not table.can_take(seat, track):
            continue
        colour = terrain.colour[track]
        for kind in range(LOCO):
            if (colour in (ANY, kind)) and held[kind] - wants[kind] >= length:
                best, best_kind, most = track, kind, gained
                break
    return best, best_kind


def gain_of(table: Table, seat: int, track: int) -> int:
    """The points that a track brings by itself; of a bullet route what it moves the bonus by."""
    terrain = table.terrain
    if not (terrain.bullet[track] and table.bullets > 0):
        return terrain.points[track]
    own = table.progress[seat]
    length = terrain.length[track]
    spread = 1.0 + 0.4 * table.bullets
    gained = 0.0
    bonus = terrain.bullet_bonus
    step = (bonus[0] - bonus[-1]) / (len(bonus) - 1)
    for other in range(terrain.seats):
        if other != seat:
            lead = own - table.progress[other]
            gained += 1 / (1 + exp(-(lead + length) / spread)) - 1 / (1 + exp(-lead / spread))
    points = gained * step
    if not own:
        points += bonus[-1] - terrain.no_progress
    return int(points)
