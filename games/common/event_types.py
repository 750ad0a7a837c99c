"""Types of the events that the site adds to the log of a game; the rules know nothing of them."""

from __future__ import annotations

from typing import Final

from engine.record.model import BRANCHED_TYPE

PAUSED: Final = "table.paused"
RESUMED: Final = "table.resumed"
CLOCK_SWITCHED: Final = "table.clock_switched"
EVENING_BEGAN: Final = "table.evening_began"
EVENING_ENDED: Final = "table.evening_ended"
DEADLINE_EXTENDED: Final = "table.deadline_extended"
DEADLINE_SHORTENED: Final = "table.deadline_shortened"
DEADLINE_MISSED: Final = "table.deadline_missed"
DEADLINES_MOVED: Final = "table.deadlines_moved"
MISS_EXCUSED: Final = "table.miss_excused"
MISS_COUNTED: Final = "table.miss_counted"
AWAY: Final = "table.away"
SEAT_OPENED: Final = "table.seat_opened"
SEAT_KEPT: Final = "table.seat_kept"
SEAT_REPLACED: Final = "table.seat_replaced"
DECISION: Final = "table.decision"
"""Holds the digest of the reason for what was done, beside the events that do it."""
BRANCHED: Final = BRANCHED_TYPE
"""Holds where a branch comes from: code of the game, seq of the moment, seat of the player."""
ADJUDICATED: Final = "table.adjudicated"
VOIDED: Final = "table.voided"
