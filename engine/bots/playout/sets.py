"""Sets of any cards in the quick model: what they pay for, what they cost in turns (M-3)."""

from __future__ import annotations

from typing import Final

from engine.bots.playout.terrain import KINDS, LOCO, Terrain

TOTAL: Final = KINDS
"""The place of the number of all cards, behind the best cards of each colour."""


def turns_with_sets(terrain: Terrain, have: list[int], locomotives: int, track: int) -> int:
    """Guess the turns to collect for a track that sets may pay for and to claim it, in eighths.

    Cards that no colour of the track needs fill sets; a locomotive still missing costs a turn, or
    as many cards as its set lacks.
    """
    asked, size = terrain.least_locomotives[track], terrain.set_size[track]
    outside = terrain.length[track] - asked
    own = have[terrain.colour[track]]
    if own > outside:
        own = outside
    lacking = outside - own
    turns = 8
    if not asked:
        covered = (have[TOTAL] - own) // size
        return turns + 4 * (lacking - covered if covered < lacking else 0)
    others = have[TOTAL] - locomotives - own
    for _ in range(asked - locomotives):
        if others >= size:
            others -= size
        else:
            missed = 4 * (size - others)
            turns += missed if missed < 8 else 8
            others = 0
    spare = locomotives - asked if locomotives > asked else 0
    return turns + 4 * lacking - 2 * (spare if spare < lacking else lacking)


def sets_for(terrain: Terrain, held: list[int], track: int, kind: int) -> int:
    """The fewest sets with which these cards pay for a track in a colour; -1 if they cannot."""
    total = 0
    for count in held:
        total += count
    length, size = terrain.length[track], terrain.set_size[track]
    for sets in range(1, terrain.most_sets[track] + 1):
        if length + sets * (size - 1) > total:
            return -1
        if locomotives_beside(terrain, held, track, kind, sets) >= 0:
            return sets
    return -1


def locomotives_beside(terrain: Terrain, held: list[int], track: int, kind: int, sets: int) -> int:
    """The fewest locomotives outside n sets where a colour pays the rest; -1 for none."""
    outside = terrain.length[track] - sets
    least = terrain.least_locomotives[track] - sets
    most = terrain.most_locomotives[track] - sets
    fewest = outside - held[kind]
    if fewest < least:
        fewest = least
    if fewest < 0:
        fewest = 0
    if fewest > held[LOCO] or fewest > outside or (fewest > 0 and fewest > most):
        return -1
    return fewest


def spare_for_sets(
    terrain: Terrain, held: list[int], track: int, kind: int, sets: int, wants: list[int]
) -> bool:
    """Whether the sets take no card that is wanted elsewhere."""
    spare = 0
    for other in range(LOCO):
        left = held[other] - wants[other]
        if other == kind:
            # What the track itself wants of its colour is among the wants.
            left = held[kind] - max(wants[kind], terrain.length[track] - sets)
        if left > 0:
            spare += left
    return spare >= sets * terrain.set_size[track]


def cards_with_sets(
    terrain: Terrain, held: list[int], track: int, kind: int, sets: int
) -> list[int]:
    """The cards of a payment with n sets, which are filled from what is left most of."""
    paid = [0] * KINDS
    paid[LOCO] = locomotives_beside(terrain, held, track, kind, sets)
    paid[kind] += terrain.length[track] - sets - paid[LOCO]
    for _ in range(sets * terrain.set_size[track]):
        best, most = LOCO, 0
        for other in range(LOCO):
            left = held[other] - paid[other]
            if left > most:
                best, most = other, left
        paid[best] += 1
    return paid
