"""The turns that a track takes where sets of any cards may pay for it (M-3)."""

from __future__ import annotations

from typing import Final

from engine.board.model import Track
from engine.cards import LOCOMOTIVE, Hand

CARDS_PER_TURN: Final = 2.0
"""Cards that a turn of drawing brings."""


def turns_with_sets(payable: Hand, track: Track, held: int, asked: int) -> float:
    """Guess the turns to collect for a track and to claim it, sets made of cards of no other use.

    ``held`` are the cards of the colour that pays outside sets, ``asked`` the locomotives.
    """
    outside = track.length - asked
    own, size = min(held, outside), track.set_size
    locomotives = payable[LOCOMOTIVE]
    others, lacking = sum(payable.values()) - own, float(outside - own)
    if not asked:
        return 1 + max(0.0, lacking - others // size) / CARDS_PER_TURN
    others -= locomotives
    missing = max(0, asked - locomotives)
    covered = min(missing, others // size)
    if covered < missing:
        # The set begun, or the locomotive, whichever takes fewer cards.
        lacking += min(2, size - (others - covered * size)) + 2 * (missing - covered - 1)
    lacking -= min(max(0, locomotives - asked), lacking) / 2
    return 1 + lacking / CARDS_PER_TURN
